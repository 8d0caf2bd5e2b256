import { setTimeout as sleep } from "node:timers/promises"

const PAUSE_MS = 400

/**
 * Asks until there is an answer, as a client does whose server may be down or dying: only for questions that may be
 * asked twice. Throws what it met last when there is none after `seconds`.
 */
export async function patiently<T>(ask: () => Promise<T>, seconds = 90): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Looks again and again until there is something to see; undefined when there is nothing after `seconds`. */
export async function watch<T>(look: () => Promise<T | undefined>, seconds: number): Promise<T | undefined> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const seen = await patiently(look)
    if (seen !== undefined || Date.now() > deadline) return seen
    await sleep(PAUSE_MS)
  }
}
