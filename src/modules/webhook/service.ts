import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Bodies } from "./bodies"
import { Deliveries } from "./deliveries"
import { ManagedDeliveries } from "./managed-deliveries"
import { ManagedSubscriptions } from "./managed-subscriptions"
import { Outbox } from "./outbox"
import { Personal } from "./personal"
import { Platforms } from "./platforms"
import { purge } from "./purge"
import { Subscriptions } from "./subscriptions"
import { Sweep } from "./sweep"

interface Dependencies {
  __pg_connection__: Knex
}

/** Webhooks to the URLs of clients. */
export default class WebhookService {
  readonly subscriptions: Subscriptions
  readonly platforms: Platforms
  readonly outbox: Outbox
  readonly bodies: Bodies
  readonly deliveries: Deliveries
  readonly sweep: Sweep
  /** Subscriptions and deliveries as the merchant's staff manages them. */
  readonly managed: { readonly subscriptions: ManagedSubscriptions; readonly deliveries: ManagedDeliveries }
  readonly personal: Personal
  private readonly knex: Knex
  private deliver: () => void = () => undefined

  constructor({ __pg_connection__ }: Dependencies) {
    this.knex = __pg_connection__
    this.subscriptions = new Subscriptions(this.knex)
    this.platforms = new Platforms(this.knex)
    this.outbox = new Outbox(this.knex)
    this.bodies = new Bodies(this.knex)
    this.deliveries = new Deliveries(this.knex)
    this.sweep = new Sweep(this.knex)
    this.managed = {
      subscriptions: new ManagedSubscriptions(this.knex),
      deliveries: new ManagedDeliveries(this.knex),
    }
    this.personal = new Personal(this.knex)
  }

  /**
   * Sets the function that delivers in this process. A process without jobs has none, and leaves deliveries to
   * others.
   */
  deliverBy(deliver: () => void): void {
    this.deliver = deliver
  }

  /** Starts delivering what was just committed, instead of waiting for the next scheduled run. */
  wake(): void {
    this.deliver()
  }

  /** Deletes deliveries, events and platform subscriptions after their retention period. */
  purge(): Promise<void> {
    return purge(this.knex)
  }
}
