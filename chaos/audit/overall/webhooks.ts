import { createHmac } from "node:crypto"
import type { Books } from "../books"
import type { Dossier } from "../dossier"
import { groupBy } from "../group-by"
import type { HeardMessage, Receiver } from "../story"
import type { OverallCheck } from "./overall"

/** What each message says, by the published envelope. */
interface Envelope {
  readonly id: string
  readonly type: string
  readonly data: { readonly order_id?: number }
}

const said = ({ body }: HeardMessage) => JSON.parse(body) as Envelope

/** The events a receiver must have heard of a payment of its client's that has settled for good. */
function dueEvents(dossier: Dossier): string[] {
  const { bank, ours, story } = dossier
  if (story?.expects !== "order" || dossier.is_cancel_asked) return []
  if (ours?.status === "nothing_due") return ["order.created"]
  if (!bank?.captures.length) return []
  return ["order.created", "order.paid", ...(bank.amounts.refunded ? ["order.refunded"] : [])]
}

/** Every receiver with the payments of its client and the number of the order of each. */
function heardOf({ receivers }: Books, dossiers: readonly Dossier[]) {
  return receivers.flatMap((receiver) => {
    const events = groupBy(receiver.heard.map(said), ({ type, data }) => `${type} ${data.order_id}`)
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

/** What has become of a payment reaches its client. */
export const webhooksHeard: OverallCheck = {
  name: "webhooks-heard",
  kind: "difference",
  find: (books, dossiers) =>
    heardOf(books, dossiers).flatMap(({ dossier, ids }) =>
      dueEvents(dossier)
        .filter((type) => ids(type).size === 0)
        .map((type) => ({ about: dossier.name, words: `its client has heard no ${type}` }))
    ),
}

/** A settled payment is one event, whatever attempts it takes to deliver it. */
export const webhooksOnce: OverallCheck = {
  name: "webhooks-once",
  kind: "duplicate",
  find: (books, dossiers) =>
    heardOf(books, dossiers).flatMap(({ dossier, ids }) =>
      ["order.created", ...(dossier.bank?.intent === "sale" ? ["order.paid"] : [])]
        .filter((type) => ids(type).size > 1)
        .map((type) => ({
          about: dossier.name,
          words: `its client has heard ${type} as ${ids(type).size} events`,
        }))
    ),
}

/** Each message is signed with the receiver's secret, and says the same in each attempt. */
export const webhooksSigned: OverallCheck = {
  name: "webhooks-signed",
  kind: "difference",
  find: ({ receivers }) =>
    receivers.flatMap((receiver) => {
      const byId = groupBy(receiver.heard, ({ id }) => id)
      return receiver.heard.flatMap((message) => [
        ...(isSigned(message, receiver)
          ? []
          : [{ about: message.id, words: "is not signed with the secret" }]),
        ...(byId(message.id)[0]?.body === message.body
          ? []
          : [{ about: message.id, words: "says another thing in another attempt" }]),
      ])
    }),
}

/** Standard Webhooks, as its specification describes it. */
function isSigned({ id, body, headers }: HeardMessage, { secret }: Receiver): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const signed = `${id}.${headers["webhook-timestamp"]}.${body}`
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return (headers["webhook-signature"] ?? "").split(" ").includes(signature)
}
