const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const LENGTH = 10

/** How the ids begin that Medusa gives from this time on: a ULID's ten digits of milliseconds. Text, in the order of time. */
export function ulidFrom(time: Date): string {
  const digit = (_: unknown, index: number) =>
    DIGITS[Math.floor(time.getTime() / 32 ** (LENGTH - 1 - index)) % 32]
  return Array.from({ length: LENGTH }, digit).join("")
}
