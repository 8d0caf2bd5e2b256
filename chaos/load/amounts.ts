import type { Random } from "../random"

/** The last two digits of the amounts, in minor units, at which the bank simulator fails. */
export interface Endings {
  /** The bank declines the payment, or never ends it. */
  readonly unpaid: readonly number[]
  /** The bank executes a call without a response, or never executes it. */
  readonly unanswered: readonly number[]
}

/** docs/simulator.md */
export const GWB_ENDINGS: Endings = { unpaid: [51], unanswered: [67, 68, 69] }
/** docs/banks/redsys.md */
export const REDSYS_ENDINGS: Endings = { unpaid: [72, 73, 74, 96, 97], unanswered: [67, 68, 69] }

const FAILING_PART = 0.12

const CURRENCIES = [
  { name: "EUR", weight: 5 },
  { name: "RON", weight: 3 },
  { name: "JPY", weight: 1 },
  { name: "KWD", weight: 1 },
]

/** An amount from 100 to 50,099 minor units, in a currency with two, no or three decimals. */
export function drawAmount(random: Random, endings: Endings): { amount: number; currency: string } {
  const hundreds = random.whole(1, 500) * 100
  const failing = [...endings.unpaid, ...endings.unanswered]
  const ending = failing.length && random.chance(FAILING_PART) ? random.pick(failing) : plain(random, endings)
  return { amount: hundreds + ending, currency: random.draw(CURRENCIES).name }
}

/** A part of an amount: at least 1, and less than the whole. */
export function drawPart(random: Random, amount: number): number {
  return random.whole(1, amount - 1)
}

/** Whether the bank simulator fails at an amount. */
export const failsAtBank = (amount: number, { unpaid, unanswered }: Endings): boolean =>
  [...unpaid, ...unanswered].includes(amount % 100)

/** Whether a payment of this amount is never paid, whatever the customer does. */
export const isNeverPaid = (amount: number, { unpaid }: Endings): boolean =>
  amount > 0 && unpaid.includes(amount % 100)

function plain(random: Random, endings: Endings): number {
  let ending = random.whole(0, 99)
  while (failsAtBank(ending, endings)) ending -= 4
  return ending
}
