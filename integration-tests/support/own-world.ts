import { afterAll, beforeAll } from "vitest"
import { type RunningWorld, startWorld } from "./start-world"

/** Gives the tests of a file a store and a bank of their own, before whatever else they prepare. */
export function inOwnWorld(): void {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  beforeAll(async () => {
    running = await startWorld()
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  })
  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })
}
