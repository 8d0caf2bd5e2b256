import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../log"
import { Lanes } from "../workflows/lanes"

/** What is told to addresses that clients have named: where it comes from, and how one of it is told. */
export interface Errands<Due> {
  /** How many are told at a time by one process. */
  readonly at_once: number
  /** Whose receiver it is. */
  clientOf(due: Due): string
  /** Takes so many that are due. `busy` has the client of each that is under way. */
  lease(free: number, busy: readonly string[], container: MedusaContainer): Promise<readonly Due[]>
  /** Tells one, and notes what came of it. */
  deliver(due: Due, container: MedusaContainer): Promise<void>
  /** What it is, for the log. */
  nameOf(due: Due): string
}

/** Tells receivers what they are owed, many at a time, and waits for none of them. */
export class Courier<Due> {
  private readonly underWay = new Set<Due>()
  /** One lease at a time, so that each knows what those before have taken. */
  private readonly leasing = new Lanes(1)

  constructor(private readonly errands: Errands<Due>) {}

  /** Begins to tell all that is due, and goes on until nothing is. Does not wait for receivers. */
  async begin(container: MedusaContainer): Promise<void> {
    // Whoever has not begun yet will see all that is due.
    if (!this.leasing.waiting) await this.leasing.run(() => this.take(container))
  }

  private async take(container: MedusaContainer): Promise<void> {
    const { at_once, clientOf, lease } = this.errands
    const free = at_once - this.underWay.size
    if (!free) return
    const due = await lease(free, [...this.underWay].map(clientOf), container)
    for (const one of due) void this.deliver(one, container)
  }

  /** Never rejects: what could not even be noted is due again when its lease ends. */
  private async deliver(due: Due, container: MedusaContainer): Promise<void> {
    this.underWay.add(due)
    try {
      await this.errands.deliver(due, container)
    } catch (error) {
      logOf(container).warn(`${this.errands.nameOf(due)}: ${(error as Error).message}`)
    } finally {
      this.underWay.delete(due)
    }
    // It may be owed the next event, and others may have waited for the place.
    await this.begin(container).catch(() => undefined)
  }
}
