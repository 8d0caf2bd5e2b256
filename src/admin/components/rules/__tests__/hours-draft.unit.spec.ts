import { describe, expect, it } from "vitest"
import { hoursDraftOf, hoursIn } from "../hours-draft"

const HOURS = { time_zone: "Europe/Bucharest", days: { mon: ["09:00-12:00", "13:00-17:00"] } }

describe("the draft of an access schedule", () => {
  it("shows the saved schedule, and converts back to it", () => {
    const draft = hoursDraftOf(HOURS)
    expect(draft).toMatchObject({ is_on: true, time_zone: "Europe/Bucharest" })
    expect(draft.days).toMatchObject({ mon: "09:00-12:00, 13:00-17:00", tue: "" })
    expect(hoursIn(draft)).toEqual(HOURS)
  })

  it("is null while it is switched off, and keeps its content", () => {
    expect(hoursDraftOf(null).is_on).toBe(false)
    const off = { ...hoursDraftOf(HOURS), is_on: false }
    expect(hoursIn(off)).toBeNull()
    expect(hoursIn({ ...off, is_on: true })).toEqual(HOURS)
  })

  it("splits ranges at commas and spaces, and sends invalid ranges for the server to refuse", () => {
    const { days, ...rest } = hoursDraftOf(HOURS)
    expect(hoursIn({ ...rest, days: { ...days, mon: "09:00-12:00  13:00-17:00, 9-5" } })?.days.mon).toEqual([
      "09:00-12:00",
      "13:00-17:00",
      "9-5",
    ])
  })
})
