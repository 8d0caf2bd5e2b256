import { describe, expect, it } from "vitest"
import { DEFAULT_LIMITS, exceededOf } from "../rate-limit"

const AGAINST_ABUSE = { minute: 600, hour: null, day: null }
const NOON = Date.UTC(2026, 10, 21, 12) / 1000
const limits = { minute: 60, hour: 600, day: 5000 }

describe("rate limits", () => {
  it("are 60 a minute, 600 an hour and 5000 a day for A2A, and 600 a minute elsewhere [LIM-01, LIM-02, LIM-03]", () => {
    expect(DEFAULT_LIMITS).toEqual({
      a2a: { minute: 60, hour: 600, day: 5000 },
      ucp: AGAINST_ABUSE,
      acp: AGAINST_ABUSE,
      app: AGAINST_ABUSE,
    })
  })

  it.each([
    ["minute", { minute: 60, hour: 60, day: 60 }, { window: "minute", limit: 60, retry_after: 60 }],
    ["hour", { minute: 3, hour: 600, day: 600 }, { window: "hour", limit: 600, retry_after: 3600 }],
    ["day", { minute: 0, hour: 0, day: 5000 }, { window: "day", limit: 5000, retry_after: 43_200 }],
  ])("report when the limit of the %s is reached, and when its window ends", (_, used, refusal) => {
    expect(exceededOf({ ...used, at: NOON }, limits)).toEqual(refusal)
  })

  it("report the longest of several full windows, so that a retry after it succeeds", () => {
    expect(exceededOf({ minute: 60, hour: 600, day: 600, at: NOON + 10 }, limits)).toEqual({
      window: "hour",
      limit: 600,
      retry_after: 3590,
    })
  })

  it("round the wait up to whole seconds, so that no client retries too early", () => {
    expect(exceededOf({ minute: 60, hour: 60, day: 60, at: NOON + 59.5 }, limits)?.retry_after).toBe(1)
  })

  it("allow a call if there is room or no limit", () => {
    expect(exceededOf({ minute: 59, hour: 599, day: 4999, at: NOON }, limits)).toBeUndefined()
    const none = { minute: null, hour: null, day: null }
    expect(exceededOf({ minute: 1e6, hour: 1e6, day: 1e6, at: NOON }, none)).toBeUndefined()
  })
})
