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

/** A webhook as the API returns it. */
export type Webhook = Wire<WebhookView>

/** A webhook with the numbers of its deliveries. */
export type CountedWebhook = Webhook & { readonly deliveries: DeliveryCounts }

/** A delivery of a webhook as the API returns it. */
export type Delivery = Wire<DeliveryView>

/** A delivery with its attempts as the API returns it. */
export type Trace = Wire<DeliveryTrace>

/** The actions on a webhook. */
export type WebhookAction = "enable" | "disable" | "ping"

/** The deliveries to send again; times are RFC 3339. */
export interface Range {
  readonly state: "dead" | "all"
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Refetch interval: deliveries proceed without user action. */
const REFETCH_MS = 3000

/** Refetch interval of lists, which are larger. */
const LIST_REFETCH_MS = 5000

/** The webhooks of all clients. */
export const useWebhooks = (query: Query) => useList<Webhook>("/webhooks", "webhooks", query)

/** One webhook. */
export const useWebhook = (id: string) =>
  useOne<{ webhook: CountedWebhook }>(`/webhooks/${id}`, undefined, { refetch_ms: REFETCH_MS })

/** The deliveries of a webhook. */
export const useDeliveries = (id: string, query: Query) =>
  useList<Delivery>(`/webhooks/${id}/deliveries`, "deliveries", query, LIST_REFETCH_MS)

/** One delivery, with its request and response. */
export const useDelivery = (id: string, delivery_id: string) =>
  useOne<{ delivery: Trace }>(`/webhooks/${id}/deliveries/${delivery_id}`, undefined, {
    refetch_ms: REFETCH_MS,
  })

/** Enables or disables a webhook, or sends it a test event. */
export const changeWebhook = (id: string, action: WebhookAction) => post(`/webhooks/${id}/${action}`)

/** Sends a delivery again. */
export const retry = (id: string, delivery_id: string) =>
  post(`/webhooks/${id}/deliveries/${delivery_id}/retry`)

/** Sends all deliveries in a range again, page by page. Returns their number. */
export async function replay(id: string, range: Range): Promise<number> {
  let sent = 0
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const { count, next_cursor }: Replayed = await post(`/webhooks/${id}/replay`, { ...range, cursor })
    sent += count
    cursor = next_cursor
  }
  return sent
}
