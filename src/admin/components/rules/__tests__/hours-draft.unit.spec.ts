import { describe, expect, it } from "vitest"
import { hoursDraftOf, hoursIn } from "../hours-draft"

const HOURS = { time_zone: "Europe/Bucharest", days: { mon: ["09:00-12:00", "13:00-17:00"] } }

describe("hours that are typed", () => {
  it("are those that are saved, until they are changed", () => {
    const draft = hoursDraftOf(HOURS)
    expect(draft).toMatchObject({ is_on: true, time_zone: "Europe/Bucharest" })
    expect(draft.days).toMatchObject({ mon: "09:00-12:00, 13:00-17:00", tue: "" })
    expect(hoursIn(draft)).toEqual(HOURS)
  })

  it("are none while they are switched off, and are kept meanwhile", () => {
    expect(hoursDraftOf(null).is_on).toBe(false)
    const off = { ...hoursDraftOf(HOURS), is_on: false }
    expect(hoursIn(off)).toBeNull()
    expect(hoursIn({ ...off, is_on: true })).toEqual(HOURS)
  })

  it("are read with commas or spaces between ranges, and what is no range is sent to be refused", () => {
    const { days, ...rest } = hoursDraftOf(HOURS)
    expect(hoursIn({ ...rest, days: { ...days, mon: "09:00-12:00  13:00-17:00, 9-5" } })?.days.mon).toEqual([
      ...["09:00-12:00", "13:00-17:00", "9-5"],
    ])
  })
})
