const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Converts an RFC 3339 time to UTC with microseconds, like PostgreSQL's: `2026-01-31T22:00:00.000000Z`.
 * Undefined for other text, for a nonexistent date or hour, and outside the years 0001 to 9999 in UTC.
 */
export function utcOf(text: string): string | undefined {
  const [, local = "", fraction = "", offset = ""] = RFC_3339.exec(text.toUpperCase()) ?? []
  const seconds = secondsOf(local, offset)
  return seconds && `${seconds}.${fraction.slice(0, 6).padEnd(6, "0")}Z`
}

/** JavaScript parses February 31 as March 3. */
const exists = (local: string): boolean => isoOf(`${local}Z`)?.startsWith(local) ?? false

function secondsOf(local: string, offset: string): string | undefined {
  const utc = exists(local) ? isoOf(`${local}${offset}`) : undefined
  return utc && /^(?!0000)\d{4}-/.test(utc) ? utc.slice(0, 19) : undefined
}

function isoOf(text: string): string | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
