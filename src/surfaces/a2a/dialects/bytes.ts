import { refused } from "./message-checks"

/**
 * Refuses a message whose bytes are not a string, before the SDK decodes them: for an object with a `length`, the SDK
 * would allocate as many bytes.
 */
export function checkBytes({ message }: Record<string, unknown>): void {
  const { parts } = membersOf(message)
  if (!Array.isArray(parts)) return
  const wrong = parts.findIndex((part) => !bytesOf(part).every(isTextOrNone))
  if (wrong >= 0) throw refused(`message.parts.${wrong}`, "must contain its bytes as base64 text")
}

/** The members that hold bytes in 1.0 and in 0.3. */
function bytesOf(part: unknown): unknown[] {
  const { raw, file } = membersOf(part)
  return [raw, membersOf(file).bytes]
}

const membersOf = (value: unknown) => Object(value) as Record<string, unknown>

const isTextOrNone = (value: unknown): boolean =>
  typeof value === "string" || value === null || value === undefined
