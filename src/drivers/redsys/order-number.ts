import { createHash } from "node:crypto"

const DIGITS = 4
const LETTERS = 8
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/**
 * The order number of a payment: four digits and eight letters or digits, as Redsys requires. It depends on the store's
 * reference alone, so a repeated call has the same number, and Redsys rejects the second one (SIS0051). References are
 * random, so two payments have the same of 2·10^18 numbers practically never.
 */
export function orderNumberOf(merchant_reference: string): string {
  const digest = createHash("sha256").update(`0:${merchant_reference}`).digest("hex")
  let rest = BigInt(`0x${digest}`)
  const next = (radix: number) => {
    const digit = Number(rest % BigInt(radix))
    rest /= BigInt(radix)
    return ALPHABET[digit] ?? ""
  }
  return [...Array(DIGITS).fill(10), ...Array(LETTERS).fill(ALPHABET.length)].map(next).join("")
}
