import { describe, expect, it } from "vitest"
import { lifetimeIn } from "../platform-profile"

describe("a platform's profile [UCP-07]", () => {
  it.each([
    [undefined, 60],
    ["public, max-age=300", 300],
    ["Max-Age=600", 600],
    ["max-age=5", 60],
    ["max-age=86400", 3600],
    ["public,max-age=99999999999999999999999", 3600],
    ["no-store", 60],
    ["max-age=-1", 60],
    ["s-max-age=900", 60],
    ["max-age", 60],
  ])("with Cache-Control %j is cached for %i seconds", (header, seconds) => {
    expect(lifetimeIn({ "cache-control": header })).toBe(seconds)
  })
})
