import { expect, it } from "vitest"
import type { PooledWorld } from "../pooled-world"
import { WorldPool } from "../world-pool"

/** A pool whose worlds are no processes. Stopping one takes time, as with processes. */
function fakePool(): WorldPool {
  const boot = (id: number, env: Record<string, string>) =>
    Promise.resolve({
      id,
      key: JSON.stringify(env),
      reset: () => Promise.resolve(true),
      pause: () => undefined,
      resume: () => undefined,
      stop: () => new Promise((resolve) => setImmediate(resolve)),
    } as unknown as PooledWorld)
  return new WorldPool(boot)
}

const order = (name: number) => ({ env: { NAME: String(name) }, fresh: false })

it("a full pool gives each of the files that request worlds at once a world of its own", async () => {
  const pool = fakePool()
  const worlds = await Promise.all(Array.from({ length: 8 }, (_, name) => pool.take(order(name))))
  for (const { id } of worlds) await pool.release(id, { failed: false })
  const taken = await Promise.all([11, 12, 13].map((name) => pool.take(order(name))))
  expect(new Set(taken.map(({ id }) => id)).size).toBe(3)
  for (const world of taken) expect(pool.find(world.id)).toBe(world)
})

it("a released world is given to the next file with the same environment, unless a test has failed", async () => {
  const pool = fakePool()
  const first = await pool.take(order(1))
  await pool.release(first.id, { failed: false })
  const second = await pool.take(order(1))
  expect(second).toBe(first)
  await pool.release(second.id, { failed: true })
  expect(await pool.take(order(1))).not.toBe(first)
})
