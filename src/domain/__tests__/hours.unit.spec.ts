import { describe, expect, it } from "vitest"
import { DAYS, type Hours, isHourRange, isTimeZone, isWithinHours } from "../hours"

const inBucharest = (days: Hours["days"]): Hours => ({ time_zone: "Europe/Bucharest", days })
const openAt = (hours: Hours | null, at: string) => isWithinHours(hours, new Date(at))

describe("access schedules [AUTH-15]", () => {
  it("without any range are always open", () => {
    for (const hours of [null, inBucharest({}), inBucharest({ mon: [], sun: [] })])
      expect(openAt(hours, "2026-03-02T03:00:00Z")).toBe(true)
  })

  it("use the local time of their time zone, with an exclusive end", () => {
    const office = inBucharest({ mon: ["09:00-17:00"] })
    expect(openAt(office, "2026-03-02T06:59:59.999Z")).toBe(false)
    expect(openAt(office, "2026-03-02T07:00:00Z")).toBe(true)
    expect(openAt(office, "2026-03-02T14:59:59.999Z")).toBe(true)
    expect(openAt(office, "2026-03-02T15:00:00Z")).toBe(false)
    expect(openAt({ ...office, time_zone: "America/New_York" }, "2026-03-02T07:00:00Z")).toBe(false)
    expect(openAt({ ...office, time_zone: "America/New_York" }, "2026-03-02T21:59:00Z")).toBe(true)
  })

  it("are closed on a day without ranges, and open within each of several ranges", () => {
    const split = inBucharest({ mon: ["09:00-12:00", "13:00-17:00"] })
    expect(openAt(split, "2026-03-02T09:59:00Z")).toBe(true)
    expect(openAt(split, "2026-03-02T10:30:00Z")).toBe(false)
    expect(openAt(split, "2026-03-02T11:30:00Z")).toBe(true)
    expect(openAt(split, "2026-03-03T09:00:00Z")).toBe(false)
  })

  it("continue on the next day if a range ends before it starts, also from Sunday to Monday", () => {
    const night = inBucharest({ sun: ["22:00-02:00"] })
    expect(openAt(night, "2026-03-01T19:59:00Z")).toBe(false)
    expect(openAt(night, "2026-03-01T20:00:00Z")).toBe(true)
    expect(openAt(night, "2026-03-01T23:59:00Z")).toBe(true)
    expect(openAt(night, "2026-03-02T00:00:00Z")).toBe(false)
    // The early hours of Sunday belong to Saturday's range, which does not exist.
    expect(openAt(night, "2026-02-28T23:00:00Z")).toBe(false)
  })

  it("of a whole day cover all of it and nothing of the next day", () => {
    const saturday = inBucharest({ sat: ["00:00-24:00"] })
    expect(openAt(saturday, "2026-03-06T22:00:00Z")).toBe(true)
    expect(openAt(saturday, "2026-03-07T21:59:59Z")).toBe(true)
    expect(openAt(saturday, "2026-03-07T22:00:00Z")).toBe(false)
    expect(openAt(saturday, "2026-03-06T21:59:59Z")).toBe(false)
  })

  it("follow the change to daylight saving time: 03:00 is skipped on March 29, 2026", () => {
    const office = inBucharest({ sat: ["09:00-10:00"], sun: ["09:00-10:00", "02:30-03:30"] })
    expect(openAt(office, "2026-03-28T07:00:00Z")).toBe(true)
    expect(openAt(office, "2026-03-29T06:00:00Z")).toBe(true)
    expect(openAt(office, "2026-03-29T07:00:00Z")).toBe(false)
    // 02:59 is followed by 04:00, so the second range ends with the change.
    expect(openAt(office, "2026-03-29T00:59:59Z")).toBe(true)
    expect(openAt(office, "2026-03-29T01:00:00Z")).toBe(false)
  })

  it("follow the end of daylight saving time: 03:30 occurs twice on October 25, 2026, and both times are open", () => {
    const early = inBucharest({ sun: ["03:00-04:00"] })
    expect(openAt(early, "2026-10-24T23:59:00Z")).toBe(false)
    expect(openAt(early, "2026-10-25T00:30:00Z")).toBe(true)
    expect(openAt(early, "2026-10-25T01:30:00Z")).toBe(true)
    expect(openAt(early, "2026-10-25T02:00:00Z")).toBe(false)
  })

  it("over midnight are an hour longer or shorter if the clocks change within the range", () => {
    const night = inBucharest({ sat: ["22:00-05:00"] })
    const minutesOpen = (from: string) =>
      Array.from({ length: 24 * 60 }, (_, minute) => new Date(Date.parse(from) + minute * 60_000)).filter(
        (at) => isWithinHours(night, at)
      ).length
    expect(minutesOpen("2026-03-21T12:00:00Z")).toBe(7 * 60)
    expect(minutesOpen("2026-03-28T12:00:00Z")).toBe(6 * 60)
    expect(minutesOpen("2026-10-24T12:00:00Z")).toBe(8 * 60)
  })

  it("are open for exactly their length in every week without a clock change", () => {
    for (const day of DAYS) {
      const hours = { time_zone: "Asia/Kathmandu", days: { [day]: ["23:15-00:45"] } }
      const week = Array.from(
        { length: 7 * 24 * 60 },
        (_, minute) => new Date(Date.UTC(2026, 5, 1, 0, minute))
      )
      expect(week.filter((at) => isWithinHours(hours, at))).toHaveLength(90)
    }
  })
})

describe("isHourRange", () => {
  it.each(["09:00-17:00", "22:00-02:00", "00:00-24:00", "23:59-00:00"])("accepts %s", (text) => {
    expect(isHourRange(text)).toBe(true)
  })

  it.each([
    "",
    "9:00-17:00",
    "09:00-24:01",
    "24:00-02:00",
    "09:00-09:00",
    "09:60-10:00",
    "09:00",
    "09:00-17:00 ",
  ])("rejects %j", (text) => {
    expect(isHourRange(text)).toBe(false)
  })
})

describe("isTimeZone", () => {
  it("accepts only names of the IANA time zone database", () => {
    for (const zone of ["UTC", "Europe/Bucharest", "America/Argentina/Ushuaia"])
      expect(isTimeZone(zone)).toBe(true)
    for (const text of ["", "Bucharest", "Europe/Nowhere", "EET+2"]) expect(isTimeZone(text)).toBe(false)
  })
})
