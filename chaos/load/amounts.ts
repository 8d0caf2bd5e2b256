import type { Random } from "../random"

/** Endings of an amount at which the bank's simulator fails: declined, executed without an answer, never executed. */
const FATEFUL = [51, 67, 68, 69]
const FATEFUL_PART = 0.12

const CURRENCIES = [
  { name: "EUR", weight: 5 },
  { name: "RON", weight: 3 },
  { name: "JPY", weight: 1 },
  { name: "KWD", weight: 1 },
]

/** What to pay: 1.00 to about 500.00, as minor units of a currency with two, no or three decimals. */
export function drawAmount(random: Random): { amount: number; currency: string } {
  const hundreds = random.whole(1, 500) * 100
  const ending = random.chance(FATEFUL_PART) ? random.pick(FATEFUL) : plain(random)
  return { amount: hundreds + ending, currency: random.draw(CURRENCIES).name }
}

/** A part of an amount, neither nothing nor all of it. */
export function drawPart(random: Random, amount: number): number {
  return random.whole(1, amount - 1)
}

function plain(random: Random): number {
  const ending = random.whole(0, 99)
  return FATEFUL.includes(ending) ? ending - 4 : ending
}
