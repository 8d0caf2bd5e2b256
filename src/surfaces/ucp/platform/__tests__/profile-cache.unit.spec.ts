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
  it("are kept for as long as they said, and then fetched again", async () => {
    expect(await get("a")).toBe("a1")
    now = 59_999
    expect(await get("a")).toBe("a1")
    now = 60_000
    expect(await get("a")).toBe("a2")
  })

  it("are fetched once for all who ask at the same time, good or bad", async () => {
    expect(await Promise.all([get("a"), get("a"), get("a")])).toEqual(["a1", "a1", "a1"])
    const refused = await Promise.allSettled([fail("b"), fail("b")])
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(loads).toEqual(["a", "b"])
  })

  it("that fail are asked for ever more rarely, and as ever once one was had", async () => {
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

  it("are forgotten when there are too many, the one first that was not asked for longest", async () => {
    for (const key of ["a", "b", "c", "a", "d"]) await get(key)
    expect(loads).toEqual(["a", "b", "c", "d"])
    await get("a")
    await get("b")
    expect(loads).toEqual(["a", "b", "c", "d", "b"])
  })

  it("are fetched again once a minute for who misses something in them", async () => {
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

  it("stay as they were, and as long, when they cannot be fetched again", async () => {
    await get("a", 600)
    now = 60_000
    expect(await cache.renewed("a", 60, failing("a"))).toBe("a1")
    expect([await renewed("a"), await get("a")]).toEqual(["a1", "a1"])
    now = 599_999
    expect(await get("a")).toBe("a1")
    now = 600_000
    expect(await get("a")).toBe("a3")
  })

  it("that failed are not asked for sooner by who misses something", async () => {
    for (now = 0; now <= 155_000; now += 1000) await expect(fail("a")).rejects.toThrow("a")
    const before = loads.length
    now = 300_000
    await expect(renewed("a")).rejects.toThrow("a")
    expect(loads.length).toBe(before)
  })
})
