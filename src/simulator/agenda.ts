import type { Clock } from "./clock"

// Waking at least this often also catches a machine that slept.
const LONGEST_NAP_MS = 60_000

interface Entry {
  at: number
  run: () => void
}

/** What is to happen at which simulated instant; one entry per key, a later one replaces an earlier. */
export class Agenda {
  private readonly entries = new Map<string, Entry>()
  private timer: NodeJS.Timeout | undefined
  private wakeAt = Infinity

  constructor(private readonly clock: Clock) {}

  /** Plans `run` for the instant `at` (milliseconds); an instant already past means as soon as possible. */
  set(key: string, at: number, run: () => void): void {
    this.entries.set(key, { at, run })
    if (at < this.wakeAt) this.arm(at)
  }

  /** Forgets one entry; unknown keys are fine. */
  delete(key: string): void {
    this.entries.delete(key)
  }

  /** Forgets everything and stops waking up. */
  clear(): void {
    this.entries.clear()
    clearTimeout(this.timer)
    this.wakeAt = Infinity
  }

  /** Runs whatever is due now, then sleeps until the next entry. To be called after the clock was moved. */
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
    const nap = Math.max(0, at - this.clock.milliseconds())
    this.timer = setTimeout(() => this.tick(), Math.min(nap, LONGEST_NAP_MS))
  }
}
