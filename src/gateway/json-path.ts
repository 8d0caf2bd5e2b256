/**
 * The JSONPath (RFC 9535) of a member, from the path of an issue such as `line_items.0.quantity`. A path that is JSONPath
 * already stays as it is.
 */
export function jsonPathOf(path: string): string {
  if (path.startsWith("$")) return path
  const steps = path.split(".").map((step) => {
    if (/^\d+$/.test(step)) return `[${step}]`
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  })
  return `$${steps.join("")}`
}
