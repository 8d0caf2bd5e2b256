import type { ListedDelivery } from "../../../../modules/webhook/models/delivery"
import type { Columns } from "../send-csv"
import { deliveryView } from "./delivery-view"

/** The columns of the exported deliveries. Times in ISO 8601 (UTC). */
export const DELIVERY_COLUMNS: Columns<ListedDelivery> = {
  delivery_id: ({ id }) => id,
  created_at: ({ created_at }) => created_at.toISOString(),
  event: ({ type }) => type,
  event_id: ({ event_id }) => event_id,
  sequence: ({ sequence }) => String(sequence),
  state: ({ state }) => state,
  attempts: ({ attempt }) => String(attempt),
  response_status: ({ last_status }) => (last_status === null ? null : String(last_status)),
  error: ({ last_error }) => last_error,
  order_id: ({ order_id }) => order_id,
  checkout_id: ({ session_id }) => session_id,
  next_attempt_at: (delivery) => deliveryView(delivery).next_attempt_at?.toISOString() ?? null,
  ended_at: ({ ended_at }) => ended_at?.toISOString() ?? null,
}
