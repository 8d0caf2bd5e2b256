import type { ListedDelivery } from "../../modules/webhook/models/delivery"
import type { Subscription } from "../../modules/webhook/models/subscription"

const timeOf = (at: Date | null) => at?.toISOString() ?? null

/** A webhook as its client sees it, without its secret. */
export function webhookView(webhook: Subscription): object {
  const { id, url, events, description, status, disabled_reason, last_failure_at } = webhook
  const { last_failure_status } = webhook
  const failure = last_failure_at && {
    at: timeOf(last_failure_at),
    status: last_failure_status,
    reason: reasonOf(last_failure_status),
  }
  return {
    id,
    url,
    events: events ?? ["*"],
    description,
    status,
    ...(disabled_reason && { disabled_reason }),
    created_at: timeOf(webhook.created_at),
    last_success_at: timeOf(webhook.last_success_at),
    last_failure: failure,
    failing_since: timeOf(webhook.failing_since),
  }
}

/** A delivery as its client sees it. */
export function deliveryView(delivery: ListedDelivery): object {
  const { id, event_id, type, sequence, state, attempt, next_at, last_status, last_error } = delivery
  return {
    id,
    event_id,
    type,
    sequence,
    state,
    attempts: attempt,
    next_attempt_at: state === "pending" ? timeOf(next_at) : null,
    last_status,
    last_error: last_error && reasonOf(last_status),
    created_at: timeOf(delivery.created_at),
    ended_at: timeOf(delivery.ended_at),
  }
}

/** What went wrong, without details of the store's network. */
function reasonOf(status: number | null): string {
  if (status === null) return "no_answer"
  return status >= 300 && status < 400 ? "redirect_not_followed" : `answered ${status}`
}
