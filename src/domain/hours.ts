/** The days of the week, in the order of ISO 8601. */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export type Day = (typeof DAYS)[number]

/**
 * An access schedule: time ranges for each weekday, in the local time of `time_zone` (IANA). A range is
 * `HH:MM-HH:MM` with an exclusive end. One that ends before it starts continues on the next day.
 * @example { time_zone: "Europe/Bucharest", days: { fri: ["09:00-12:30", "22:00-02:00"] } }
 */
export interface Hours {
  readonly time_zone: string
  readonly days: Readonly<Partial<Record<Day, readonly string[]>>>
}

const RANGE = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** Whether a text is a valid range. A range that ends at its start is ambiguous and invalid. */
export function isHourRange(text: string): boolean {
  const [, from, to] = RANGE.exec(text) ?? []
  return from !== undefined && from !== to
}

/** Whether the runtime knows this time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return Boolean(clockOf(text))
  } catch {
    return false
  }
}

/** Whether access is open at a time. Without a schedule, or without any range in it, access is always open. */
export function isWithinHours(hours: Hours | null, at: Date): boolean {
  if (!hours || !Object.values(hours.days).some((ranges) => ranges.length)) return true
  const { day, time } = wallClock(hours.time_zone, at)
  const today = (hours.days[day] ?? []).map(parseRange)
  const yesterday = (hours.days[dayBefore(day)] ?? []).map(parseRange)
  return (
    today.some(({ from, to }) => from <= time && (time < to || to < from)) ||
    yesterday.some(({ from, to }) => to < from && time < to)
  )
}

function parseRange(text: string): { from: string; to: string } {
  const [from = "", to = ""] = text.split("-")
  return { from, to }
}

const dayBefore = (day: Day): Day => DAYS[(DAYS.indexOf(day) + 6) % 7] as Day

interface WallClock {
  readonly minute: number
  readonly day: Day
  readonly time: string
}

const lastRead = new Map<string, WallClock>()

/**
 * Cached per minute, because the local time stays the same for a minute, and computing it takes longer than all
 * other gates.
 */
function wallClock(time_zone: string, at: Date): WallClock {
  const minute = Math.floor(at.getTime() / 60_000)
  const last = lastRead.get(time_zone)
  if (last?.minute === minute) return last
  const parts = clockOf(time_zone).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ""
  const day = part("weekday").toLowerCase() as Day
  const read = { minute, day, time: `${part("hour")}:${part("minute")}` }
  lastRead.set(time_zone, read)
  return read
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes far longer than using it. Throws for an unknown time zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const style = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, ...style })
  clocks.set(timeZone, clock)
  return clock
}
