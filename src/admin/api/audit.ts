import type { AuditEntry } from "../../modules/policy/models/audit-entry"
import { useList } from "./use-list"
import type { Wire } from "./wire"

/** An entry of the audit log as the API returns it. */
export type Entry = Wire<AuditEntry>

/** The filters of audit entries; times are RFC 3339. */
export interface EntryFilter {
  readonly client_id?: string | undefined
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Audit log entries, newest first. */
export const useEntries = ({ client_id, type, from, to }: EntryFilter) =>
  useList<Entry>("/audit", "entries", { client_id, type, from, to })
