/** Characters that PostgreSQL cannot store in text: U+0000 and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u

/** Whether PostgreSQL can store all texts in a JSON value, at any depth. */
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
