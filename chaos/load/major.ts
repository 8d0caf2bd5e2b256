const DIGITS: Record<string, number> = { JPY: 0, KWD: 3 }

/** Minor units as the major units Medusa's API takes. */
export function majorOf(minor: number, currency: string): number {
  const digits = DIGITS[currency] ?? 2
  return Number(`${minor}e-${digits}`)
}

/** Major units of Medusa's API as minor units. */
export function minorOf(major: number, currency: string): number {
  const digits = DIGITS[currency] ?? 2
  return Math.round(Number(`${major}e${digits}`))
}
