const DEEPEST = 100

/**
 * A JSON value as RFC 8785 writes it: whatever means the same has the same text. Throws `RangeError` for one that is
 * nested more than a hundred deep.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (depth >= DEEPEST) throw new RangeError("nested too deep")
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, depth + 1)).join(",")}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`)
  return `{${texts.join(",")}}`
}
