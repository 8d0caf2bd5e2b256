/**
 * Whether a text is an http(s) origin with a host name, in lower case and without a wildcard, such as
 * `https://images.example`. It has no character that has a meaning in a Content-Security-Policy.
 */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(text)
