import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type { AuditFilter } from "../../modules/policy/audit"
import type { AuditEntry } from "../../modules/policy/models/audit-entry"
import type PolicyService from "../../modules/policy/service"
import { namedPages } from "../client/client-names"

/** An audit entry with its client's name; null if it has no client or the client is unknown. */
export interface NamedEntry {
  readonly entry: AuditEntry
  readonly client_name: string | null
}

/** All audit entries that match, newest first, in pages of at most `size`. */
export function auditPages(
  container: MedusaContainer,
  filter: AuditFilter,
  size: number
): AsyncGenerator<NamedEntry[], void> {
  const { audit } = container.resolve<PolicyService>(POLICY_MODULE)
  return namedPages(container, audit.pages(filter, size), (entry, client_name) => ({ entry, client_name }))
}
