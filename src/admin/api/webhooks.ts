import type {
  DeliveryCounts,
  DeliveryTrace,
  DeliveryView,
  Replayed,
  WebhookView,
} from "../../modules/webhook/models/managed"
import { post, type Query } from "./client"
import { useList } from "./use-list"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

export type Webhook = Wire<WebhookView>
export type CountedWebhook = Webhook & { readonly deliveries: DeliveryCounts }
export type Delivery = Wire<DeliveryView>
export type Trace = Wire<DeliveryTrace>

/** What is done with a webhook as a whole. */
export type Act = "enable" | "disable" | "ping"

/** Which deliveries are sent again; times as RFC 3339. */
export interface Range {
  readonly state: "dead" | "all"
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Deliveries go out by themselves: how often what is shown of them is read anew. */
const AGAIN_MS = 3000

/** The same for a list, which is more to read. */
const LIST_AGAIN_MS = 5000

/** The addresses all clients are told at. */
export const useWebhooks = (query: Query) => useList<Webhook>("/webhooks", "webhooks", query)

/** One of them. */
export const useWebhook = (id: string) =>
  useOne<{ webhook: CountedWebhook }>(`/webhooks/${id}`, undefined, AGAIN_MS)

/** What was and is owed to it. */
export const useDeliveries = (id: string, query: Query) =>
  useList<Delivery>(`/webhooks/${id}/deliveries`, "deliveries", query, LIST_AGAIN_MS)

/** One of those, with what was sent and answered. */
export const useDelivery = (id: string, delivery_id: string) =>
  useOne<{ delivery: Trace }>(`/webhooks/${id}/deliveries/${delivery_id}`, undefined, AGAIN_MS)

export const act = (id: string, what: Act) => post(`/webhooks/${id}/${what}`)

/** Sends a delivery once more. */
export const retry = (id: string, delivery_id: string) =>
  post(`/webhooks/${id}/deliveries/${delivery_id}/retry`)

/** Sends deliveries again, however many they are; how many. */
export async function replay(id: string, range: Range): Promise<number> {
  let sent = 0
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const { count, next_cursor }: Replayed = await post(`/webhooks/${id}/replay`, { ...range, cursor })
    sent += count
    cursor = next_cursor
  }
  return sent
}
