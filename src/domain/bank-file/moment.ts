import { utcOf } from "../times"

/** When an operation was executed. */
export interface Moment {
  /** The day in the file's time zone: `2026-03-31`. */
  readonly day: string
  /** In milliseconds since 1970; null if the file has no time of day. */
  readonly at: number | null
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]+(.+))?$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?$/

/**
 * A date of a bank's file, with its time if it has one: RFC 3339, `2026-03-31 14:05`, `31/03/2026`, `31.03.2026 14:05:59`.
 * The day is before the month. A date without an offset is one of the time zone. Undefined for any other text and for
 * days that do not exist.
 */
export function momentOf(text: string, time_zone: string): Moment | undefined {
  const exact = utcOf(text.replace(" ", "T"))
  if (exact) return { day: dayIn(time_zone, Date.parse(exact)), at: Date.parse(exact) }
  const [date, time] = parts(text)
  if (!date || !utcOf(`${date}T00:00:00Z`)) return undefined
  if (time === undefined) return { day: date, at: null }
  const [, hour = "", minute = "", second = "00"] = TIME.exec(time) ?? []
  const local = `${date}T${hour.padStart(2, "0")}:${minute}:${second}`
  return utcOf(`${local}Z`) ? { day: date, at: instantIn(time_zone, local) } : undefined
}

/** The date as `2026-03-31`, and the text after it. */
function parts(text: string): [string?, string?] {
  const [, year = "", month = "", day = "", time] = YEAR_FIRST.exec(text) ?? []
  const [, d = day, m = month, y = year, t = time] = DAY_FIRST.exec(text) ?? []
  return y ? [`${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`, t] : []
}

/** The day of an instant in a time zone. */
export function dayIn(time_zone: string, at: number): string {
  return localTime(time_zone, at).slice(0, 10)
}

/**
 * The instant of a local time such as `2026-03-31T14:05:59`, in milliseconds. When clocks are set back, an hour
 * repeats; the result is one of its two instants.
 */
export function instantIn(time_zone: string, local: string): number {
  const wanted = Date.parse(`${local}Z`)
  const offsetAt = (at: number) => Date.parse(`${localTime(time_zone, at)}Z`) - at
  return wanted - offsetAt(wanted - offsetAt(wanted))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes far longer than using it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const style = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const
  const rest = { minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, ...style, ...rest })
  clocks.set(timeZone, clock)
  return clock
}

/** `2026-03-31T14:05:59` in the time zone. */
function localTime(time_zone: string, at: number): string {
  const read = Object.fromEntries(
    clockOf(time_zone)
      .formatToParts(Math.floor(at / 1000) * 1000)
      .map(({ type, value }) => [type, value])
  )
  return `${read.year?.padStart(4, "0")}-${read.month}-${read.day}T${read.hour}:${read.minute}:${read.second}`
}
