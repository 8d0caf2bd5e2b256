/**
 * The path, at the origin, of the document that describes a URL: the URL's own path follows the document's (RFC 8414
 * section 3.1, RFC 9728 section 3.1).
 */
export const metadataPathOf = (document: string, url: string): string =>
  `/.well-known/${document}${new URL(url).pathname.replace(/\/$/, "")}`
