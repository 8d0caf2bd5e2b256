import { switchSurfaces } from "../../integration-tests/support/oauth-client"
import type { RunningWorld } from "../../integration-tests/support/start-world"
import { startBenchWorld } from "../start-bench-world"
import { newEncryptionKey, newPrivateKey } from "../../integration-tests/support/store-keys"
import type { Receivers } from "./receivers"
import { commitEvents, seedDeliveries, seedSubscribers, type Subscriber } from "./seed"

/** The number of webhooks that receive each event. */
export const EACH = 10

/** A store that delivers to the receivers, with a number of earlier deliveries in its database. */
export class Side {
  private constructor(
    private readonly running: RunningWorld,
    private readonly receivers: Receivers,
    private readonly subscribers: readonly Subscriber[]
  ) {}

  static async start(receivers: Receivers, stored: number): Promise<Side> {
    const env = {
      GW_ALLOW_PRIVATE_NETWORKS: "true",
      GW_CARD_KEY: newPrivateKey(),
      GW_ENCRYPTION_KEY: newEncryptionKey(),
    }
    const running = await startBenchWorld(env)
    try {
      enter(running)
      await switchSurfaces({ ucp_enabled: true })
      const side = new Side(running, receivers, await seedSubscribers(receivers.urls))
      await seedDeliveries(stored)
      return side
    } catch (error) {
      await running.stop()
      throw error
    }
  }

  stop(): Promise<void> {
    return this.running.stop()
  }

  /** Commits events in one transaction, and returns their ids. */
  commitEvents(count: number): Promise<string[]> {
    enter(this.running)
    return commitEvents(this.subscribers, count)
  }

  /** Commits many events at once. Returns the milliseconds for a thousand of their deliveries to healthy receivers. */
  async drain(count: number): Promise<number> {
    this.receivers.forget()
    const ids = await this.commitEvents(count)
    const times = (await this.receivers.arrivals(ids, awaited(ids.length, this.receivers))).map(
      ({ at }) => at
    )
    const last = times.reduce((one, other) => Math.max(one, other))
    const first = times.reduce((one, other) => Math.min(one, other))
    return ((last - first) * 1000) / times.length
  }
}

/** The number of deliveries of these events to healthy receivers: the last client has two fewer of those. */
export const awaited = (events: number, { urls }: Receivers): number =>
  events * EACH - (2 * events * EACH) / urls.length

/** Directs all further requests and queries of the tests' helpers to this store. */
function enter({ world }: RunningWorld): void {
  process.env.GW_TEST_WORLD = JSON.stringify(world)
}
