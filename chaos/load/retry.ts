import { setTimeout as sleep } from "node:timers/promises"

const PAUSE_MS = 400

/**
 * Calls `send` until it does not throw, as a client does when the server may be down. Only for requests that may be
 * repeated. Throws the last error after `seconds`, within which killed servers start also on a busy machine.
 */
export async function withRetries<T>(send: () => Promise<T>, seconds = 300): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Calls `read` until it returns a value; returns undefined when there is none after `seconds`. */
export async function poll<T>(read: () => Promise<T | undefined>, seconds: number): Promise<T | undefined> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const value = await withRetries(read)
    if (value !== undefined || Date.now() > deadline) return value
    await sleep(PAUSE_MS)
  }
}
