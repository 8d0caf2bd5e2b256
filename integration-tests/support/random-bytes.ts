import crypto from "node:crypto"

/** The bytes that are drawn at once. */
const DRAWN = 4096

/**
 * Medusa draws the letters of its ids one by one, each by a call of the system. Here a draw is for many of them, which
 * saves a twentieth of a store's start.
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
