/** The members of a value or of a JSON text; none if it is no object. */
export function read(value: unknown): Record<string, unknown> {
  if (typeof value !== "string") return typeof value === "object" && value !== null ? { ...value } : {}
  try {
    return value.startsWith("{") ? read(JSON.parse(value)) : {}
  } catch {
    return {}
  }
}
