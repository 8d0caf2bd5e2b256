import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DEFAULT_LIMITS, exceededOf, type Limits, rateLimitHeaders, type Usage, WINDOWS } from "../rate-limit"

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

const integer = (max: number) => fc.integer({ min: 0, max })
const anyLimits: fc.Arbitrary<Limits> = fc.record({
  minute: fc.option(integer(2 ** 31 - 1)),
  hour: fc.option(integer(2 ** 31 - 1)),
  day: fc.option(integer(2 ** 31 - 1)),
})
const anyUsage: fc.Arbitrary<Usage> = fc.record({
  minute: integer(2 ** 31 - 1),
  hour: integer(2 ** 31 - 1),
  day: integer(2 ** 31 - 1),
  at: fc.double({ min: 0, max: 4e9, noNaN: true }),
})

describe("the headers of a rate limit [LIM-05, LIM-06]", () => {
  it("name each window's limit, length, remaining calls and end", () => {
    const used = { minute: 1, hour: 600, day: 700, at: NOON + 17.2 }
    expect(rateLimitHeaders(used, { ...limits, day: null })).toEqual({
      "RateLimit-Policy": '"minute";q=60;w=60, "hour";q=600;w=3600',
      RateLimit: '"minute";r=59;t=43, "hour";r=0;t=3583',
    })
  })

  it("do not exist without limits", () => {
    expect(
      rateLimitHeaders({ minute: 1, hour: 1, day: 1, at: NOON }, { minute: null, hour: null, day: null })
    ).toEqual({})
  })

  it("are lists of items with non-negative integers, one for each limited window, for any usage", () => {
    const item = (parameters: string) => new RegExp(`^"(minute|hour|day)"${parameters}$`)
    const policyItem = item(";q=(\\d{1,15});w=(\\d{1,15})")
    const limitItem = item(";r=(\\d{1,15});t=(\\d{1,15})")
    const read = (field: string | undefined, pattern: RegExp) =>
      (field?.split(", ") ?? []).map((text) => {
        const [, window = "", first, second] = pattern.exec(text) ?? expect.fail(`malformed: ${text}`)
        return [window as keyof typeof WINDOWS, Number(first), Number(second)] as const
      })
    fc.assert(
      fc.property(anyUsage, anyLimits, (usage, limits) => {
        const headers = rateLimitHeaders(usage, limits)
        const limited = Object.entries(limits).filter(([, limit]) => limit !== null)
        expect(read(headers["RateLimit-Policy"], policyItem)).toEqual(
          limited.map(([window, limit]) => [window, limit, WINDOWS[window as keyof typeof WINDOWS]])
        )
        const current = read(headers.RateLimit, limitItem)
        expect(current.map(([window]) => window)).toEqual(limited.map(([window]) => window))
        for (const [window, left, seconds] of current) {
          expect(left).toBe(Math.max(0, (limits[window] as number) - usage[window]))
          expect(seconds).toBeGreaterThanOrEqual(1)
          expect(seconds).toBeLessThanOrEqual(WINDOWS[window])
        }
        const full = exceededOf(usage, limits)
        if (full) expect(current).toContainEqual([full.window, 0, full.retry_after])
      })
    )
  })
})
