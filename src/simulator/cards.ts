import type { DeclineCode } from "./declines"

/** How a test card behaves: whether it requires the challenge, and how the issuer then responds. */
export type Behavior =
  | { kind: "approve"; challenge: boolean }
  | { kind: "decline"; code: DeclineCode }
  | { kind: "issuer_unavailable" }

/** How a test card behaves after it was approved. */
export type Quirk = "disputed" | "refunds_fail" | "first_charge_declines" | "charges_need_shopper"

/** The card details that may leave the bank's page. Never the number. */
export interface CardFacts {
  brand: string
  bin: string
  last4: string
  exp_month: number
  exp_year: number
  funding: string
  issuer_country: string
}

const BEHAVIORS: Record<string, Behavior> = {
  "4111111111111111": { kind: "approve", challenge: true },
  "5555555555554444": { kind: "approve", challenge: true },
  "4000000000003055": { kind: "approve", challenge: false },
  "4000000000003063": { kind: "approve", challenge: true },
  "4000002760003184": { kind: "approve", challenge: true },
  "4000000000000341": { kind: "approve", challenge: true },
  "4000000000000259": { kind: "approve", challenge: true },
  "4000000000005126": { kind: "approve", challenge: true },
  "4000000000009995": { kind: "decline", code: "insufficient_funds" },
  "4000000000000069": { kind: "decline", code: "card_expired" },
  "4000000000000127": { kind: "decline", code: "invalid_cvv" },
  "4000000000000002": { kind: "decline", code: "do_not_honor" },
  "4000000000009979": { kind: "decline", code: "lost_or_stolen" },
  "4000000000000119": { kind: "issuer_unavailable" },
}

const QUIRKS: Record<string, Quirk> = {
  "4000002760003184": "charges_need_shopper",
  "4000000000000341": "first_charge_declines",
  "4000000000000259": "disputed",
  "4000000000005126": "refunds_fail",
}

const VALID_CVV = "123"

/** A card as entered, with a valid format: digits only, month 1-12, four-digit year. */
export interface TypedCard {
  number: string
  expMonth: number
  expYear: number
  cvv: string
}

/** How a card behaves at the time `now`. Numbers other than the test cards are declined, so that no real card works. */
export function behaviorOf(card: TypedCard, now: Date): Behavior {
  if (hasExpired(card, now)) return { kind: "decline", code: "card_expired" }
  if (card.cvv !== VALID_CVV) return { kind: "decline", code: "invalid_cvv" }
  return BEHAVIORS[card.number] ?? { kind: "decline", code: "do_not_honor" }
}

/** How this card behaves after approval. */
export function quirkOf({ number }: TypedCard): Quirk | null {
  return QUIRKS[number] ?? null
}

/** Whether the issuer declines this amount (minor units) with any card: it ends in 51. */
export function declinesAmount(amount: number): boolean {
  return amount % 100 === 51
}

/** The details of a card that may leave the page. */
export function cardFacts({ number, expMonth, expYear }: TypedCard): CardFacts {
  return {
    brand: brandOf(number),
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    exp_month: expMonth,
    exp_year: expYear,
    funding: "credit",
    issuer_country: "RO",
  }
}

/** Verifies the check digit of ISO/IEC 7812-1, annex B, over 12 to 19 digits. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number]
    .reverse()
    .reduce((total, digit, index) => total + luhnValue(Number(digit), index), 0)
  return sum % 10 === 0
}

function luhnValue(digit: number, index: number): number {
  if (index % 2 === 0) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}

function brandOf(number: string): string {
  if (number.startsWith("4")) return "visa"
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard"
  return "other"
}

// A card is valid until the end of its expiry month.
function hasExpired({ expMonth, expYear }: TypedCard, now: Date): boolean {
  return now.getTime() >= Date.UTC(expYear, expMonth, 1)
}
