import { passesLuhn, type TypedCard } from "../cards"

/** The issuer's response code of an approval. */
export const APPROVED = "0000"

interface Behavior {
  challenge: boolean
  /** The response to a payment on the page. */
  paid: string
  /** The response to a charge of the saved card. */
  charged: string
}

const WORKS: Behavior = { challenge: true, paid: APPROVED, charged: APPROVED }

/** The public test cards of Redsys. */
const CARDS = new Map<string, Behavior>([
  ["4548810000000003", WORKS],
  ["5576570000000004", WORKS],
  ["4548814479727229", { ...WORKS, challenge: false }],
  ["4548817212493017", { ...WORKS, charged: "0195" }],
])

/** The response codes of amounts whose minor units end in these digits. */
const AMOUNTS = new Map([
  [96, "0190"],
  [72, "0172"],
  [73, "0173"],
  [74, "0174"],
  [97, "0912"],
])

/** Whether a number can be that of a card. One of Redsys' public test cards has no valid check digit. */
export const isCardNumber = (number: string): boolean => CARDS.has(number) || passesLuhn(number)

/** Whether the customer must pass a challenge with this card. */
export function needsChallenge({ number }: TypedCard): boolean {
  return CARDS.get(number)?.challenge ?? false
}

/** The issuer's response to a payment on the page. */
export function responseTo(card: TypedCard, amount: number, now: Date): string {
  const behavior = CARDS.get(card.number)
  if (!behavior) return "0180"
  if (hasExpired(card, now)) return "0101"
  if (card.cvv !== "123") return card.cvv === "999" ? "0190" : "0129"
  return AMOUNTS.get(amount % 100) ?? behavior.paid
}

/** The telephone number of the test customer with Bizum. */
const PHONE = "700000000"

/** The response to a payment by Bizum. */
export function responseToPhone(phone: string, amount: number): string {
  if (phone.replace(/[\s-]/g, "").replace(/^(\+|00)34/, "") !== PHONE) return "0180"
  return AMOUNTS.get(amount % 100) ?? APPROVED
}

/** The issuer's response to a charge of a saved card. */
export function responseToCharge(card: TypedCard, amount: number, now: Date): string {
  if (hasExpired(card, now)) return "0101"
  return AMOUNTS.get(amount % 100) ?? CARDS.get(card.number)?.charged ?? "0180"
}

const hasExpired = ({ expYear, expMonth }: TypedCard, now: Date) =>
  now.getTime() >= Date.UTC(expYear, expMonth, 1)

/** Redsys' number of the card's brand: 1 Visa, 2 Mastercard. */
export function brandNumber({ number }: TypedCard): string {
  return number.startsWith("4") ? "1" : "2"
}
