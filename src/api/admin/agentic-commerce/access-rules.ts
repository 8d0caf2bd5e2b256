import { z } from "@medusajs/framework/zod"
import { isHourRange, isTimeZone } from "../../../domain/hours"
import { isNetwork } from "../../../domain/networks"

const quoted = ({ input }: { input?: unknown }) => JSON.stringify(input)

/** The allowed IP addresses and networks; an empty list allows all. */
export const IpAllow = z
  .array(
    z.string().refine(isNetwork, {
      error: (issue) => `${quoted(issue)} is not an IP address or a network such as 203.0.113.0/24`,
    })
  )
  .max(200)

const Range = z.string().refine(isHourRange, {
  error: (issue) =>
    `${quoted(issue)} is not a range such as 09:00-17:30 (over midnight 22:00-02:00, a whole day 00:00-24:00)`,
})

const Ranges = z.array(Range).max(24).optional()

/** The weekly access schedule. */
export const Hours = z.strictObject({
  time_zone: z.string().refine(isTimeZone, {
    error: (issue) => `${quoted(issue)} is not an IANA time zone such as Europe/Bucharest`,
  }),
  days: z.strictObject({
    mon: Ranges,
    tue: Ranges,
    wed: Ranges,
    thu: Ranges,
    fri: Ranges,
    sat: Ranges,
    sun: Ranges,
  }),
})

const Limit = z.int().min(1).max(1_000_000).nullable().optional()

/** The rate limits per window: null for no limit; an absent window keeps its limit. */
export const Limits = z.strictObject({ minute: Limit, hour: Limit, day: Limit })

/** The origin of a web page (RFC 6454), in the form in which browsers send it. */
export const Origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: (issue) => `${quoted(issue)} is not an origin such as https://agent.example`,
})
