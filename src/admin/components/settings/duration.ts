const SECONDS = { minutes: 60, hours: 3600, days: 86_400 } as const

/** A unit of a duration. */
export type Unit = keyof typeof SECONDS

/** The units of a duration, as its field offers them. */
export const UNITS = Object.keys(SECONDS) as Unit[]

/** A duration as a number and a unit. */
export interface Duration {
  readonly amount: string
  readonly unit: Unit
}

/** Converts seconds to the largest unit that divides them; otherwise to minutes with a fraction. */
export function durationOf(seconds: number): Duration {
  const unit = [...UNITS].reverse().find((one) => seconds % SECONDS[one] === 0) ?? "minutes"
  return { amount: String(seconds / SECONDS[unit]), unit }
}

/** Converts a duration to seconds; NaN when the amount is no number. */
export function secondsOf({ amount, unit }: Duration): number {
  return amount.trim() === "" ? NaN : Number(amount) * SECONDS[unit]
}
