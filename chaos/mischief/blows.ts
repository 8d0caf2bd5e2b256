import { setTimeout as sleep } from "node:timers/promises"
import type { RunningWorld } from "../../integration-tests/support/start-world"
import type { Random } from "../random"

/** The longest pause between the payment that sets a kill off and the kill. */
const DELAY_MS = 2500

/** Kills the store with SIGKILL when certain payments begin, a random moment later, and starts it again. */
export class Kills {
  /** How often it has killed. */
  done = 0
  private readonly due: Set<number>
  private running: Promise<void> = Promise.resolve()

  /** Spreads `times` kills over so many payments. */
  constructor(
    private readonly world: RunningWorld,
    private readonly random: Random,
    { times, payments }: { times: number; payments: number }
  ) {
    const every = payments / times
    this.due = new Set(
      Array.from({ length: times }, (_, index) => 1 + Math.floor((index + random.next()) * every))
    )
  }

  /** Told of each payment that begins. */
  onPayment(number: number): void {
    if (!this.due.has(number)) return
    this.running = this.running.then(() => this.kill(this.random.whole(0, DELAY_MS)))
    // Whoever asks whether it is over hears of the failure.
    this.running.catch(() => undefined)
  }

  /** Resolves when the store is up again after every kill so far; throws when it did not come up. */
  over(): Promise<void> {
    return this.running
  }

  private async kill(after_ms: number): Promise<void> {
    await sleep(after_ms)
    await this.world.killStore()
    this.done += 1
    await this.world.startStore()
  }
}
