import { DAYS, type Day, type Hours } from "../../../domain/hours"
import type { Wire } from "../../api/wire"
import { entriesIn } from "../common/entries"

/** Hours while somebody types them. They are kept while they are switched off. */
export interface HoursDraft {
  readonly is_on: boolean
  readonly time_zone: string
  /** The ranges of each day, with commas. */
  readonly days: Readonly<Record<Day, string>>
}

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Hours as they are typed; for none, those that would be begun with. */
export function hoursDraftOf(hours: Wire<Hours> | null): HoursDraft {
  const days = DAYS.map((day) => [day, (hours?.days[day] ?? []).join(", ")])
  return {
    is_on: hours !== null,
    time_zone: hours?.time_zone ?? OWN_ZONE,
    days: Object.fromEntries(days) as Record<Day, string>,
  }
}

/** The hours that were typed; null while they are switched off. */
export function hoursIn({ is_on, time_zone, days }: HoursDraft): Hours | null {
  const ranges = DAYS.map((day) => [day, entriesIn(days[day])] as const)
  const open = ranges.filter(([, some]) => some.length)
  return is_on ? { time_zone: time_zone.trim(), days: Object.fromEntries(open) } : null
}

/** The members that fields show what is refused of, below the one the hours are sent as. */
export const hoursMembers = (member: string): string[] => [
  `${member}.time_zone`,
  ...DAYS.map((day) => `${member}.days.${day}`),
]
