const DEEPEST = 100

/**
 * Serializes a JSON value canonically (RFC 8785): equal values get equal texts. Throws `RangeError` if it is
 * nested more than 100 levels deep.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (depth >= DEEPEST) throw new RangeError("nested too deep")
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, depth + 1)).join(",")}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`)
  return `{${texts.join(",")}}`
}
