/** What PostgreSQL keeps in no text: U+0000, and half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u

/** Whether a database can keep every text inside a JSON value, however deep. */
export function isStorable(value: unknown): boolean {
  const left = [value]
  while (left.length) {
    const one = left.pop()
    if (typeof one === "string" && UNSTORABLE.test(one)) return false
    if (typeof one !== "object" || one === null) continue
    for (const [name, inside] of Object.entries(one)) left.push(name, inside)
  }
  return true
}
