/** A random idempotency key. It works also on pages without HTTPS, where `randomUUID` does not exist. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join("-")
}
