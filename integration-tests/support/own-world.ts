import { afterAll, beforeAll } from "vitest"
import { type RunningWorld, startWorld } from "./start-world"

/**
 * Gives the tests of a file, or of a group, a store and a bank of their own, before whatever else they prepare. The answer
 * tells of them, once the tests run.
 */
export function inOwnWorld(env: Record<string, string> = {}): () => RunningWorld {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld | undefined
  beforeAll(async () => {
    running = await startWorld(env)
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  })
  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })
  return () => {
    if (!running) throw new Error("the world is not there yet")
    return running
  }
}
