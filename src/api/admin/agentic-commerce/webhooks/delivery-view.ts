import type { Attempt, ListedDelivery } from "../../../../modules/webhook/models/delivery"
import type {
  AttemptView,
  DeliveryTrace,
  DeliveryView,
  TracedDelivery,
} from "../../../../modules/webhook/models/managed"

/** A delivery as in lists. */
export function deliveryView(delivery: ListedDelivery): DeliveryView {
  const { id, event_id, type, sequence, state, order_id, session_id, next_at } = delivery
  const { last_status, last_error, created_at, ended_at } = delivery
  return {
    id,
    event_id,
    type,
    sequence,
    state,
    order_id,
    session_id,
    attempt_count: delivery.attempt,
    next_attempt_at: state === "pending" ? next_at : null,
    last_status,
    last_error,
    created_at,
    ended_at,
  }
}

/** A delivery with its requests and responses. */
export function traceView(delivery: TracedDelivery, url: string): DeliveryTrace {
  const attempts = delivery.attempts.map(attemptView)
  const [last] = delivery.attempts
  const { body } = delivery
  return {
    ...deliveryView(delivery),
    request: body === null ? null : { method: "POST", url, headers: last?.headers ?? null, body },
    response: attempts[0] ?? null,
    attempts,
  }
}

const attemptView = ({ delivery_id: _, headers: __, ...rest }: Attempt): AttemptView => rest
