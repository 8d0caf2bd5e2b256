import type { Buyer } from "../../integration-tests/support/buyer"
import type { Receiver } from "../../integration-tests/support/receiver"
import type { ReceivedMessage, Receiver as AuditedReceiver } from "../audit/story"

/** The receiver's responses. Some are failures, after which the message must be delivered again. */
const FAILURES = Array.from({ length: 400 }, (_, n) => (n % 9 === 4 ? 503 : 200))

/** Creates a webhook for all events of the buyer's platform. */
export async function subscribe(buyer: Buyer, receiver: Receiver): Promise<AuditedReceiver> {
  const own = `/chaos/${buyer.client_id}`
  const { status, body } = await buyer.send("/webhooks", { body: { url: receiver.at(own) } })
  if (status !== 201) throw new Error(`POST /webhooks responded with ${status} ${JSON.stringify(body)}`)
  receiver.answers.set(own, [...FAILURES])
  return {
    client_id: buyer.client_id,
    secret: String(body.secret),
    get received(): ReceivedMessage[] {
      const accepted = receiver.arrived.filter(({ path, status }) => path === own && status === 200)
      return accepted.map(({ body, headers }) => ({
        id: String(headers["webhook-id"]),
        type: (JSON.parse(body) as { type: string }).type,
        body,
        headers: headers as Record<string, string>,
      }))
    },
  }
}
