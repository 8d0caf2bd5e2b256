/** The host of an address as protocols name things by it: reversed, of labels that begin with a letter. */
export function reversedHost(url: string): string {
  const labels = new URL(url).hostname.toLowerCase().split(/[^a-z0-9-]+/)
  const names = labels.map((label) => label.replace(/-/g, "")).filter(Boolean)
  return names
    .reverse()
    .map((name) => (/^[a-z]/.test(name) ? name : `n${name}`))
    .join(".")
}
