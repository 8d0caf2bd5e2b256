import { CardTokens } from "./card-tokens"
import { Customers } from "./customers"
import { Faults } from "./faults"
import { GrantedTokens } from "./granted-tokens"
import { Idempotency } from "./idempotency"
import { Intents } from "./intents"
import { PaymentMethods } from "./payment-methods"
import { Refunds } from "./refunds"
import { type Endpoint, Webhooks } from "./webhooks"

/** A Stripe account in memory. */
export class Account {
  readonly webhooks: Webhooks
  readonly intents: Intents
  readonly refunds: Refunds
  readonly customers = new Customers()
  readonly methods = new PaymentMethods()
  readonly tokens = new CardTokens()
  readonly granted = new GrantedTokens()
  readonly idempotency = new Idempotency()
  readonly faults = new Faults()
  /** The method and path of each API call. */
  readonly calls: string[] = []

  constructor(endpoint?: Endpoint) {
    this.webhooks = new Webhooks(endpoint)
    this.intents = new Intents((type, intent) => this.webhooks.publish(type, intent))
    this.refunds = new Refunds(this.intents)
  }
}
