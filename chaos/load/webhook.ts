import type { Buyer } from "../../integration-tests/support/buyer"
import type { Receiver } from "../../integration-tests/support/receiver"
import type { HeardMessage, Receiver as AuditedReceiver } from "../audit/story"

const PATH = "/chaos"

/** Some of the receiver's answers are failures: what is not taken must come again. */
const FAILURES = Array.from({ length: 400 }, (_, n) => (n % 9 === 4 ? 503 : 200))

/** Registers an address for all events of the buyer's platform. */
export async function subscribe(buyer: Buyer, receiver: Receiver): Promise<AuditedReceiver> {
  const { status, body } = await buyer.send("/webhooks", { body: { url: receiver.at(PATH) } })
  if (status !== 201) throw new Error(`the webhook answered ${status} ${JSON.stringify(body)}`)
  receiver.answers.set(PATH, FAILURES)
  return {
    client_id: buyer.client_id,
    secret: String(body.secret),
    get heard(): HeardMessage[] {
      const taken = receiver.arrived.filter(({ status }) => status === 200)
      return taken.map(({ body, headers }) => ({
        id: String(headers["webhook-id"]),
        type: (JSON.parse(body) as { type: string }).type,
        body,
        headers: headers as Record<string, string>,
      }))
    },
  }
}
