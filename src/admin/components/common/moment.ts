/**
 * Converts the value of a date input, such as `2026-11-22T09:30` in the user's time zone, to RFC 3339; undefined when
 * it is incomplete.
 */
export function momentOf(typed: string): string | undefined {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** A time (RFC 3339) in the user's time zone and language, to the minute or to the second. */
export const momentText = (moment: string, language: string, isExact = false): string =>
  new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: isExact ? "medium" : "short" })

/** The day of a time (RFC 3339) in the user's time zone, as a date input takes it; empty without a valid time. */
export function dayOf(moment: string | undefined): string {
  const at = new Date(moment ?? "")
  if (Number.isNaN(at.getTime())) return ""
  const padded = (part: number, digits = 2) => String(part).padStart(digits, "0")
  return `${padded(at.getFullYear(), 4)}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`
}
