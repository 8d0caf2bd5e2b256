/** A day such as `2026-01-31` in the user's language. The day is one of UTC, whatever the user's time zone. */
export const dayText = (day: string, language: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language, {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
  })
