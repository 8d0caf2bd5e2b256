import crypto from "node:crypto"

/** The bytes that are drawn at once. */
const DRAWN = 4096

/**
 * Makes one call draw the random bytes of many letters. Medusa's ids otherwise take a call for each letter, which is a
 * twentieth of the time of a store's start.
 */
export function drawManyRandomBytes(): void {
  const { randomBytes } = crypto
  let drawn = Buffer.alloc(0)
  crypto.randomBytes = ((size: number, done?: Parameters<typeof randomBytes>[1]) => {
    if (done) return randomBytes(size, done)
    if (size !== 1) return randomBytes(size)
    if (drawn.length === 0) drawn = randomBytes(DRAWN)
    const one = drawn.subarray(0, 1)
    drawn = drawn.subarray(1)
    return one
  }) as typeof randomBytes
}
