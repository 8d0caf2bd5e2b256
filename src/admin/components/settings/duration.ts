const SECONDS = { minutes: 60, hours: 3600, days: 86_400 } as const

export type Unit = keyof typeof SECONDS
export const UNITS = Object.keys(SECONDS) as Unit[]

/** A time span as people write it. */
export interface Duration {
  readonly amount: string
  readonly unit: Unit
}

/** Seconds in the largest unit they fill; what fills none is minutes with a fraction. */
export function durationOf(seconds: number): Duration {
  const unit = [...UNITS].reverse().find((one) => seconds % SECONDS[one] === 0) ?? "minutes"
  return { amount: String(seconds / SECONDS[unit]), unit }
}

/** The seconds of a time span; NaN for what is no number. */
export function secondsOf({ amount, unit }: Duration): number {
  return amount.trim() === "" ? NaN : Number(amount) * SECONDS[unit]
}
