import type { NamedEntry } from "../../../../queries/audit/named-entries"
import type { Columns } from "../send-csv"

/** The columns of the exported audit log. Times in ISO 8601 (UTC); `details` is JSON. */
export const AUDIT_COLUMNS: Columns<NamedEntry> = {
  entry_id: ({ entry }) => String(entry.id),
  at: ({ entry }) => entry.at.toISOString(),
  action: ({ entry }) => entry.type,
  agent: ({ client_name }) => client_name,
  agent_id: ({ entry }) => entry.client_id,
  by: ({ entry }) => entry.actor_type,
  by_id: ({ entry }) => entry.actor_id,
  count: ({ entry }) => String(entry.count),
  last_at: ({ entry }) => entry.last_at.toISOString(),
  details: ({ entry }) => JSON.stringify(entry.detail),
}
