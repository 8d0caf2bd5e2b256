import { eventually } from "../agent"
import type { Buyer } from "../buyer"
import { runJob } from "../jobs"
import { Receiver } from "../receiver"
import { type Envelope, removed, subscribe } from "../webhooks"

/** The types of the events about a paid checkout. */
export const OUTCOMES = ["checkout.completed", "order.created", "order.paid"] as const

/** What a store reports to an agent about its checkouts, by webhook. */
export interface Outcomes {
  /** The types of the events about the order of a checkout, sorted, once each type has arrived. */
  of(checkout_id: string): Promise<string[]>
  end(): Promise<void>
}

/** Subscribes an agent to the outcomes of its checkouts. */
export async function recordOutcomes(buyer: Buyer): Promise<Outcomes> {
  const receiver = await Receiver.listen()
  const { id } = await subscribe(buyer, receiver.at("/outcomes"), OUTCOMES)
  const typesOf = (checkout_id: string) =>
    receiver.arrived
      // Not verified: on a slow machine, the first signatures are too old at the end of the scenarios.
      .map(({ body }) => JSON.parse(body) as Envelope)
      .filter(({ data }) => data.checkout_id === checkout_id)
      .map(({ type }) => type)
      .sort()
  return {
    of: (checkout_id) =>
      eventually(async () => {
        await runJob("deliver-webhooks")
        const types = typesOf(checkout_id)
        return OUTCOMES.every((type) => types.includes(type)) ? types : undefined
      }),
    async end() {
      await removed(buyer, id)
      receiver.close()
    },
  }
}
