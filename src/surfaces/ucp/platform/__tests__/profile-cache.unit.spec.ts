import { beforeEach, describe, expect, it } from "vitest"
import { ProfileCache } from "../profile-cache"

let now: number
let loads: string[]
let cache: ProfileCache<string>
beforeEach(() => {
  now = 0
  loads = []
  cache = new ProfileCache<string>(3, () => now)
})

const get = (key: string, seconds = 60) =>
  cache.get(key, async () => ({ value: `${key}${loads.push(key)}`, seconds }))
const renewed = (key: string, seconds = 60) =>
  cache.renewed(key, 60, async () => ({ value: `${key}${loads.push(key)}`, seconds }))
const failing = (key: string) => async () => {
  loads.push(key)
  throw new Error(key)
}
const fail = (key: string) => cache.get(key, failing(key))

describe("fetched profiles [UCP-07]", () => {
  it("are cached for their lifetime, and then fetched again", async () => {
    expect(await get("a")).toBe("a1")
    now = 59_999
    expect(await get("a")).toBe("a1")
    now = 60_000
    expect(await get("a")).toBe("a2")
  })

  it("are fetched once for concurrent calls, whether the fetch succeeds or fails", async () => {
    expect(await Promise.all([get("a"), get("a"), get("a")])).toEqual(["a1", "a1", "a1"])
    const refused = await Promise.allSettled([fail("b"), fail("b")])
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(loads).toEqual(["a", "b"])
  })

  it("are fetched again after growing pauses when they fail, and after the first pause again once one succeeded", async () => {
    const times: number[] = []
    for (now = 0; now < 1_000_000; now += 1000) {
      const before = loads.length
      await expect(fail("a")).rejects.toThrow("a")
      if (loads.length > before) times.push(now / 1000)
    }
    expect(times).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915])
    now = 2_000_000
    await get("a", 0)
    await expect(fail("a")).rejects.toThrow("a")
    const before = loads.length
    now += 5000
    await expect(fail("a")).rejects.toThrow("a")
    expect(loads.length).toBe(before + 1)
  })

  it("are evicted above the size limit, the least recently used one first", async () => {
    for (const key of ["a", "b", "c", "a", "d"]) await get(key)
    expect(loads).toEqual(["a", "b", "c", "d"])
    await get("a")
    await get("b")
    expect(loads).toEqual(["a", "b", "c", "d", "b"])
  })

  it("are renewed at most once a minute", async () => {
    await get("a", 3600)
    now = 59_999
    expect(await renewed("a")).toBe("a1")
    now = 60_000
    expect(await Promise.all([renewed("a", 3600), renewed("a"), get("a")])).toEqual(["a2", "a2", "a2"])
    now = 119_999
    expect([await renewed("a"), await renewed("b")]).toEqual(["a2", "b3"])
    now = 120_000
    expect(await renewed("a")).toBe("a4")
  })

  it("keep their value and lifetime when the renewal fails", async () => {
    await get("a", 600)
    now = 60_000
    expect(await cache.renewed("a", 60, failing("a"))).toBe("a1")
    expect([await renewed("a"), await get("a")]).toEqual(["a1", "a1"])
    now = 599_999
    expect(await get("a")).toBe("a1")
    now = 600_000
    expect(await get("a")).toBe("a3")
  })

  it("are not fetched sooner by a renewal after failures", async () => {
    for (now = 0; now <= 155_000; now += 1000) await expect(fail("a")).rejects.toThrow("a")
    const before = loads.length
    now = 300_000
    await expect(renewed("a")).rejects.toThrow("a")
    expect(loads.length).toBe(before)
  })
})
