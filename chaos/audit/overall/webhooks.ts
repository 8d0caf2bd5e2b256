import { createHmac } from "node:crypto"
import type { Books } from "../books"
import type { Dossier } from "../dossier"
import { groupBy } from "../group-by"
import type { ReceivedMessage, Receiver } from "../story"
import type { OverallCheck } from "./overall"

/** The documented envelope of a message. */
interface Envelope {
  readonly id: string
  readonly type: string
  readonly data: { readonly order_id?: number }
}

const envelopeOf = ({ body }: ReceivedMessage) => JSON.parse(body) as Envelope

/** The events that a client must have received for its settled payment. */
function expectedEvents(dossier: Dossier): string[] {
  const { bank, ours, story } = dossier
  if (story?.expects !== "order" || dossier.is_cancel_requested) return []
  if (ours?.status === "nothing_due") return ["order.created"]
  if (!bank?.captures.length) return []
  return ["order.created", "order.paid", ...(bank.amounts.refunded ? ["order.refunded"] : [])]
}

/** The orders of each receiver's client, with the ids of the received events. */
function receivedEvents({ receivers }: Books, dossiers: readonly Dossier[]) {
  return receivers.flatMap((receiver) => {
    const events = groupBy(receiver.received.map(envelopeOf), ({ type, data }) => `${type} ${data.order_id}`)
    return dossiers
      .filter(({ ours }) => ours?.client_id === receiver.client_id)
      .flatMap((dossier) =>
        dossier.orders.map((order) => ({
          dossier,
          ids: (type: string) => new Set(events(`${type} ${order.display_id}`).map(({ id }) => id)),
        }))
      )
  })
}

/** A client receives the events of its payments. */
export const webhooksReceived: OverallCheck = {
  name: "webhooks-received",
  kind: "difference",
  find: (books, dossiers) =>
    receivedEvents(books, dossiers).flatMap(({ dossier, ids }) =>
      expectedEvents(dossier)
        .filter((type) => ids(type).size === 0)
        .map((type) => ({ about: dossier.name, message: `its client has not received ${type}` }))
    ),
}

/** A settled payment is one event, even if its delivery takes several attempts. */
export const webhooksOnce: OverallCheck = {
  name: "webhooks-once",
  kind: "duplicate",
  find: (books, dossiers) =>
    receivedEvents(books, dossiers).flatMap(({ dossier, ids }) =>
      ["order.created", ...(dossier.bank?.intent === "sale" ? ["order.paid"] : [])]
        .filter((type) => ids(type).size > 1)
        .map((type) => ({
          about: dossier.name,
          message: `its client has received ${type} as ${ids(type).size} events`,
        }))
    ),
}

/** Each message is signed with the receiver's secret, and has the same body in each attempt. */
export const webhooksSigned: OverallCheck = {
  name: "webhooks-signed",
  kind: "difference",
  find: ({ receivers }) =>
    receivers.flatMap((receiver) => {
      const byId = groupBy(receiver.received, ({ id }) => id)
      return receiver.received.flatMap((message) => [
        ...(isSigned(message, receiver)
          ? []
          : [{ about: message.id, message: "is not signed with the secret" }]),
        ...(byId(message.id)[0]?.body === message.body
          ? []
          : [{ about: message.id, message: "has different bodies in different attempts" }]),
      ])
    }),
}

/** Verifies the signature as the Standard Webhooks specification describes it. */
function isSigned({ id, body, headers }: ReceivedMessage, { secret }: Receiver): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const signed = `${id}.${headers["webhook-timestamp"]}.${body}`
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return (headers["webhook-signature"] ?? "").split(" ").includes(signature)
}
