import type { WebhookView } from "../../../../modules/webhook/models/managed"
import type { Columns } from "../send-csv"

/** The columns of the exported webhooks, without their secrets. Times in ISO 8601 (UTC). */
export const WEBHOOK_COLUMNS: Columns<WebhookView> = {
  webhook_id: ({ id }) => id,
  created_at: ({ created_at }) => created_at.toISOString(),
  url: ({ url }) => url,
  agent: ({ client_name }) => client_name,
  agent_id: ({ client_id }) => client_id,
  format: ({ profile }) => profile,
  events: ({ events }) => events?.join("; ") ?? null,
  status: ({ status }) => status,
  disabled_reason: ({ disabled_reason }) => disabled_reason,
  pending: ({ waiting }) => String(waiting),
  failures: ({ failures }) => String(failures),
  failing_since: ({ failing_since }) => failing_since?.toISOString() ?? null,
  last_success_at: ({ last_success_at }) => last_success_at?.toISOString() ?? null,
  last_failure_at: ({ last_failure_at }) => last_failure_at?.toISOString() ?? null,
  last_failure_status: ({ last_failure_status }) =>
    last_failure_status === null ? null : String(last_failure_status),
}
