const DIGITS: Record<string, number> = { JPY: 0, KWD: 3 }

/** Converts minor units to the major units of Medusa's API. */
export function majorOf(minor: number, currency: string): number {
  const digits = DIGITS[currency] ?? 2
  return Number(`${minor}e-${digits}`)
}

/** Converts major units of Medusa's API to minor units. */
export function minorOf(major: number, currency: string): number {
  const digits = DIGITS[currency] ?? 2
  return Math.round(Number(`${major}e${digits}`))
}
