/** The host of a URL in reverse-domain notation; each label begins with a letter. */
export function reversedHost(url: string): string {
  const labels = new URL(url).hostname.toLowerCase().split(/[^a-z0-9-]+/)
  const names = labels.map((label) => label.replace(/-/g, "")).filter(Boolean)
  return names
    .reverse()
    .map((name) => (/^[a-z]/.test(name) ? name : `n${name}`))
    .join(".")
}
