/** A key under which a request is executed once. Also where a page is not served encrypted, and has no `randomUUID`. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join("-")
}
