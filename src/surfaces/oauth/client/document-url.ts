/**
 * Whether a client id is the URL of a client's metadata document (OAuth Client ID Metadata Document, client identifier):
 * with a path, in its normal form, and without anything that the document could not be compared by. Which hosts may be
 * called is checked when the document is fetched.
 */
export function isDocumentUrl(id: string | undefined): id is string {
  if (!id || id.length > 2000 || !/^https?:/.test(id) || !URL.canParse(id)) return false
  const { href, pathname, hash, username, password } = new URL(id)
  return href === id && pathname !== "/" && !hash && !username && !password
}
