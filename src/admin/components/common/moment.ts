/** What a control for dates has, such as `2026-11-22T09:30`, is a time of the viewer's own zone; as RFC 3339, undefined for none. */
export function momentOf(typed: string): string | undefined {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** A moment (RFC 3339) in the viewer's own zone, as the language writes it: to the minute, or to the second. */
export const momentText = (moment: string, language: string, isExact = false): string =>
  new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: isExact ? "medium" : "short" })

/** The day of a moment (RFC 3339) in the viewer's own zone, as a control for dates takes it; empty for none. */
export function dayOf(moment: string | undefined): string {
  const at = new Date(moment ?? "")
  if (Number.isNaN(at.getTime())) return ""
  const padded = (part: number, digits = 2) => String(part).padStart(digits, "0")
  return `${padded(at.getFullYear(), 4)}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`
}
