import type { Random } from "../random"

/**
 * The last two digits of amounts at which the bank simulator fails: declined, executed without a response, never executed
 * (docs/simulator.md).
 */
const FAILING_ENDINGS = [51, 67, 68, 69]
const FAILING_PART = 0.12

const CURRENCIES = [
  { name: "EUR", weight: 5 },
  { name: "RON", weight: 3 },
  { name: "JPY", weight: 1 },
  { name: "KWD", weight: 1 },
]

/** An amount from 100 to 50,099 minor units, in a currency with two, no or three decimals. */
export function drawAmount(random: Random): { amount: number; currency: string } {
  const hundreds = random.whole(1, 500) * 100
  const ending = random.chance(FAILING_PART) ? random.pick(FAILING_ENDINGS) : plain(random)
  return { amount: hundreds + ending, currency: random.draw(CURRENCIES).name }
}

/** A part of an amount: at least 1, and less than the whole. */
export function drawPart(random: Random, amount: number): number {
  return random.whole(1, amount - 1)
}

/** Whether the bank simulator fails at an amount. */
export const failsAtBank = (amount: number): boolean => FAILING_ENDINGS.includes(amount % 100)

function plain(random: Random): number {
  const ending = random.whole(0, 99)
  return failsAtBank(ending) ? ending - 4 : ending
}
