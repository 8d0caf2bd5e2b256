import type { ClientSettings } from "../../../modules/oauth/models/client"
import type { Agent } from "../../api/agents"

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export const WINDOWS = ["minute", "hour", "day"] as const

type Day = (typeof DAYS)[number]
type Window = (typeof WINDOWS)[number]

/** The rules of an agent while somebody types them. */
export interface RulesDraft {
  /** One network a line; null for the surface's. */
  readonly networks: string | null
  /** Null for the surface's. */
  readonly hours: { readonly time_zone: string; readonly days: Readonly<Record<Day, string>> } | null
  /** Empty for the surface's, null for any number. */
  readonly limits: Readonly<Record<Window, string | null>>
  readonly whole_store: boolean
}

/** The rules an agent has. */
export function draftOf({ ip_allow, hours, limits, whole_store }: Agent): RulesDraft {
  const ranges = DAYS.map((day) => [day, (hours?.days[day] ?? []).join(", ")])
  const windows = WINDOWS.map((window) => [window, limitIn(limits?.[window])])
  return {
    networks: ip_allow && ip_allow.join("\n"),
    hours: hours && { time_zone: hours.time_zone, days: Object.fromEntries(ranges) as Record<Day, string> },
    limits: Object.fromEntries(windows) as RulesDraft["limits"],
    whole_store,
  }
}

const limitIn = (limit: number | null | undefined) => (limit === undefined ? "" : limit && String(limit))

/** Hours of its own, before any is typed: always. */
export const NEW_HOURS: NonNullable<RulesDraft["hours"]> = {
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: { mon: "", tue: "", wed: "", thu: "", fri: "", sat: "", sun: "" },
}

/** What a draft asks the store for. */
export function changeIn({
  networks,
  hours,
  limits,
  whole_store,
}: RulesDraft): Omit<ClientSettings, "spending"> {
  const ranges = DAYS.map((day) => [day, partsOf(hours?.days[day] ?? "")] as const)
  const own = WINDOWS.flatMap((window) => {
    const limit = limits[window]
    return limit === "" ? [] : [[window, limit === null ? null : Number(limit)]]
  })
  return {
    ip_allow: networks === null ? null : partsOf(networks),
    hours: hours && {
      time_zone: hours.time_zone.trim(),
      days: Object.fromEntries(ranges.filter(([, parts]) => parts.length)),
    },
    limits: own.length ? (Object.fromEntries(own) as ClientSettings["limits"]) : null,
    whole_store,
  }
}

const partsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
