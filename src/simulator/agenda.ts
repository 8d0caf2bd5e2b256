import type { Clock } from "./clock"

// Waking up at least this often also handles a machine that was suspended.
const MAX_SLEEP_MS = 60_000

interface Entry {
  at: number
  run: () => void
}

/** Runs functions at simulated times. Each key has one entry; a later one replaces an earlier one. */
export class Agenda {
  private readonly entries = new Map<string, Entry>()
  private timer: NodeJS.Timeout | undefined
  private wakeAt = Infinity

  constructor(private readonly clock: Clock) {}

  /** Schedules `run` for the simulated time `at` (milliseconds). A time in the past means as soon as possible. */
  set(key: string, at: number, run: () => void): void {
    this.entries.set(key, { at, run })
    if (at < this.wakeAt) this.arm(at)
  }

  /** Removes one entry; an unknown key has no effect. */
  delete(key: string): void {
    this.entries.delete(key)
  }

  /** Removes all entries and stops the timer. */
  clear(): void {
    this.entries.clear()
    clearTimeout(this.timer)
    this.wakeAt = Infinity
  }

  /** Runs all due entries, then waits for the next one. Must be called after the clock was moved. */
  tick(): void {
    const now = this.clock.milliseconds()
    for (const [key, entry] of [...this.entries]) {
      if (entry.at > now || this.entries.get(key) !== entry) continue
      this.entries.delete(key)
      entry.run()
    }
    this.arm(Math.min(...[...this.entries.values()].map((entry) => entry.at)))
  }

  private arm(at: number): void {
    clearTimeout(this.timer)
    this.wakeAt = at
    if (at === Infinity) return
    const sleep_ms = Math.max(0, at - this.clock.milliseconds())
    this.timer = setTimeout(() => this.tick(), Math.min(sleep_ms, MAX_SLEEP_MS))
  }
}
