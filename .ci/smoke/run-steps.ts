import type { Running } from "./command"

/** A step of the guide, with the words that are printed after it. */
export type Step = readonly [done: string, run: () => Promise<unknown>]

/** Characters of the store's log that are printed after a failure. */
const LOG_LENGTH = 8000

/**
 * Runs steps against a running store, one after the other, and then stops the store and the processes it needs. Throws when a
 * step fails or a process ends, and prints the end of the store's log.
 */
export async function runSteps(
  steps: readonly Step[],
  store: Running,
  others: readonly Running[]
): Promise<void> {
  const processes = [store, ...others]
  try {
    for (const [done, run] of steps) {
      await Promise.race([run(), ...processes.map(({ ended }) => ended)])
      console.log(`ok: ${done}`)
    }
  } catch (error) {
    // `medusa develop` keeps running when the store does not start; only its log then has the reason.
    console.error(`The log of the store:\n${store.output().slice(-LOG_LENGTH)}`)
    throw error
  } finally {
    await Promise.all(processes.map((running) => running.stop()))
  }
}
