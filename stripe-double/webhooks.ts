import type { Intent } from "./intent"
import { newId } from "./intents"
import { signatureOf } from "./signature"

/** Where events are sent, and the secret that signs them. */
export interface Endpoint {
  readonly url: string
  readonly secret: string
}

/** What happens to the next events. A held event is sent by `release`. */
export type Delivery = "once" | "twice" | "lost" | "held"

/** An event, as Stripe sends it to the store. */
export interface StripeEvent {
  readonly id: string
  readonly object: "event"
  readonly api_version: string
  readonly created: number
  readonly type: string
  readonly data: { readonly object: Intent }
}

/** Sends each event to the endpoint, once, signed and in the background. */
export class Webhooks {
  delivery: Delivery = "once"
  readonly events: StripeEvent[] = []
  private held: StripeEvent[] = []

  constructor(private readonly endpoint: Endpoint | undefined) {}

  publish(type: string, object: Intent): void {
    const created = Math.floor(Date.now() / 1000)
    const event: StripeEvent = {
      id: newId("evt"),
      object: "event",
      api_version: "2024-04-10",
      created,
      type,
      data: { object },
    }
    this.events.push(event)
    if (this.delivery === "held") this.held.push(event)
    const times = { once: 1, twice: 2, lost: 0, held: 0 }[this.delivery]
    for (let sent = 0; sent < times; sent++) void this.send(event)
  }

  /** Sends the held events, in their order. */
  async release(): Promise<void> {
    const held = this.held
    this.held = []
    for (const event of held) await this.send(event)
  }

  private async send(event: StripeEvent): Promise<void> {
    if (!this.endpoint) return
    const body = JSON.stringify(event)
    const signature = signatureOf(body, this.endpoint.secret)
    const headers = { "content-type": "application/json", "stripe-signature": signature }
    // A store that is stopped does not get the event: it counts as lost.
    await fetch(this.endpoint.url, { method: "POST", headers, body }).catch(() => undefined)
  }
}
