import { DAYS, type Day, type Hours } from "../../../domain/hours"
import type { Wire } from "../../api/wire"
import { entriesIn } from "../common/entries"

/** An access schedule while it is edited. Its content is kept while it is switched off. */
export interface HoursDraft {
  readonly is_on: boolean
  readonly time_zone: string
  /** The ranges of each day, separated by commas. */
  readonly days: Readonly<Record<Day, string>>
}

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The draft of a schedule; without a schedule, the defaults for a new one. */
export function hoursDraftOf(hours: Wire<Hours> | null): HoursDraft {
  const days = DAYS.map((day) => [day, (hours?.days[day] ?? []).join(", ")])
  return {
    is_on: hours !== null,
    time_zone: hours?.time_zone ?? OWN_ZONE,
    days: Object.fromEntries(days) as Record<Day, string>,
  }
}

/** The entered schedule; null while it is switched off. */
export function hoursIn({ is_on, time_zone, days }: HoursDraft): Hours | null {
  const ranges = DAYS.map((day) => [day, entriesIn(days[day])] as const)
  const open = ranges.filter(([, some]) => some.length)
  return is_on ? { time_zone: time_zone.trim(), days: Object.fromEntries(open) } : null
}

/** The members whose fields show their own errors, below the member of the schedule. */
export const hoursMembers = (member: string): string[] => [
  `${member}.time_zone`,
  ...DAYS.map((day) => `${member}.days.${day}`),
]
