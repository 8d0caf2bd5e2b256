import type { AuditEntry } from "../../modules/policy/models/audit-entry"
import { useList } from "./use-list"
import type { Wire } from "./wire"

export type Entry = Wire<AuditEntry>

/** What entries are narrowed to; times are RFC 3339. */
export interface EntryFilter {
  readonly client_id?: string | undefined
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What has happened, the newest first. */
export const useEntries = ({ client_id, type, from, to }: EntryFilter) =>
  useList<Entry>("/audit", "entries", { client_id, type, from, to })
