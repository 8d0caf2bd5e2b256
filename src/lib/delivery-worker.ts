import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "./log"
import { ConcurrencyLimiter } from "./concurrency-limiter"

/** A source of deliveries to addresses that clients have registered, and how to deliver one. */
export interface DeliverySource<Due> {
  /** The most deliveries in progress at a time in one process. */
  readonly at_once: number
  /** The client that receives the delivery. */
  clientOf(due: Due): string
  /** Leases up to `free` due deliveries. `busy` contains the client of each delivery in progress. */
  lease(free: number, busy: readonly string[], container: MedusaContainer): Promise<readonly Due[]>
  /** Delivers one and stores the result. */
  deliver(due: Due, container: MedusaContainer): Promise<void>
  /** A name for the log. */
  nameOf(due: Due): string
}

/** A delivery worker: sends due deliveries concurrently, so that a slow receiver does not delay the others. */
export class DeliveryWorker<Due> {
  private readonly inProgress = new Set<Due>()
  /** One lease at a time, so that each one takes into account what is in progress. */
  private readonly leasing = new ConcurrencyLimiter(1)

  constructor(private readonly source: DeliverySource<Due>) {}

  /** Starts all due deliveries and continues until none is due. Does not wait for the receivers. */
  async begin(container: MedusaContainer): Promise<void> {
    // A lease that is still waiting will include everything that is due now, so another one is not needed.
    if (!this.leasing.waiting) await this.leasing.run(() => this.startDue(container))
  }

  private async startDue(container: MedusaContainer): Promise<void> {
    const { at_once, clientOf, lease } = this.source
    const free = at_once - this.inProgress.size
    if (!free) return
    const due = await lease(free, [...this.inProgress].map(clientOf), container)
    for (const one of due) void this.deliver(one, container)
  }

  /** Never rejects. A delivery whose result could not be stored is due again when its lease ends. */
  private async deliver(due: Due, container: MedusaContainer): Promise<void> {
    this.inProgress.add(due)
    try {
      await this.source.deliver(due, container)
    } catch (error) {
      logOf(container).warn(`${this.source.nameOf(due)}: ${(error as Error).message}`)
    } finally {
      this.inProgress.delete(due)
    }
    // The same client may have a further delivery due, and others may wait for the free place.
    await this.begin(container).catch(() => undefined)
  }
}
