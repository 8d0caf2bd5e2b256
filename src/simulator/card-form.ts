import { passesLuhn, type TypedCard } from "./cards"

/** The card fields exactly as the customer entered them. */
export interface CardFields {
  number: string
  expiry: string
  cvv: string
}

/** An error message for each invalid field. */
export type CardMistakes = Partial<Record<keyof CardFields, string>>

/**
 * Validates the card form. Spaces and dashes in the number, and several formats of the expiry, are accepted. `isNumber`
 * says which numbers are those of cards.
 */
export function readCard(
  fields: CardFields,
  isNumber: (number: string) => boolean = passesLuhn
): { card: TypedCard } | { mistakes: CardMistakes } {
  const number = fields.number.replace(/[\s-]/g, "")
  const expiry = readExpiry(fields.expiry)
  const cvv = fields.cvv.trim()
  const mistakes: CardMistakes = {}
  if (!isNumber(number)) mistakes.number = "This is not a card number. Check the digits."
  if (!expiry) mistakes.expiry = "Write the month and the year as on the card, for example 12/30."
  if (!/^\d{3,4}$/.test(cvv)) mistakes.cvv = "Write the 3 or 4 digits of the security code."
  if (!expiry || Object.keys(mistakes).length) return { mistakes }
  return { card: { number, cvv, ...expiry } }
}

function readExpiry(text: string): { expMonth: number; expYear: number } | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/ -]?\s*((?:20)?\d{2})\s*$/.exec(text) ?? []
  if (!month || !year) return null
  return { expMonth: Number(month), expYear: 2000 + (Number(year) % 100) }
}
