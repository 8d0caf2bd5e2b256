const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const LENGTH = 10

/**
 * The smallest prefix of Medusa's ids created at or after this time: the ten ULID digits of its milliseconds.
 * Ids sort by time.
 */
export function ulidFrom(time: Date): string {
  const digit = (_: unknown, index: number) =>
    DIGITS[Math.floor(time.getTime() / 32 ** (LENGTH - 1 - index)) % 32]
  return Array.from({ length: LENGTH }, digit).join("")
}
