import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { heartbeat } from "../heartbeat"

const EVERY_SECONDS = 3

/** A database that accepts every statement. */
function database(): Knex {
  const connection = { unref: () => undefined, once: () => undefined, end: async () => undefined }
  const trx = { raw: async () => undefined }
  return {
    client: { acquireRawConnection: async () => connection },
    transaction: async (run: (trx: object) => Promise<void>) => run(trx),
  } as unknown as Knex
}

describe("the heartbeat of a lease", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("renews a lease for a quarter of an hour, also if the work never ends", async () => {
    const renew = vi.fn(async () => undefined)
    heartbeat(database(), EVERY_SECONDS, renew)
    await vi.advanceTimersByTimeAsync(14 * 60_000)
    expect(renew).toHaveBeenCalledTimes((14 * 60) / EVERY_SECONDS)
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    const renewals = renew.mock.calls.length
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(renew).toHaveBeenCalledTimes(renewals)
  })

  it("ends when the work ends", async () => {
    const renew = vi.fn(async () => undefined)
    const stop = heartbeat(database(), EVERY_SECONDS, renew)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(renew).toHaveBeenCalledTimes(3)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(renew).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})
