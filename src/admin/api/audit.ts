import type { AuditEntry } from "../../modules/policy/models/audit-entry"
import { useList } from "./use-list"
import type { Wire } from "./wire"

/** An entry of the audit log as the API returns it. */
export type Entry = Wire<AuditEntry>

/** The filters and the sorting of audit entries; times are RFC 3339. */
export interface EntryQuery {
  readonly q?: string | undefined
  readonly client_id?: string | undefined
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly order?: string | undefined
}

/** Audit log entries, by default the newest first. */
export const useEntries = ({ q, client_id, type, from, to, order }: EntryQuery) =>
  useList<Entry>("/audit", "entries", { q, client_id, type, from, to, order })
