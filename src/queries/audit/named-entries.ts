import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type { AuditFilter } from "../../modules/policy/audit"
import type { AuditEntry } from "../../modules/policy/models/audit-entry"
import type PolicyService from "../../modules/policy/service"
import { clientNames } from "../client/client-names"

/** An audit entry with its client's name; null if it has no client or the client is unknown. */
export interface NamedEntry {
  readonly entry: AuditEntry
  readonly client_name: string | null
}

/** All audit entries that match, newest first, in pages of at most `size`. */
export async function* auditPages(
  container: MedusaContainer,
  filter: AuditFilter,
  size: number
): AsyncGenerator<NamedEntry[], void> {
  const { audit } = container.resolve<PolicyService>(POLICY_MODULE)
  for await (const entries of audit.pages(filter, size)) {
    const nameOf = await clientNames(
      container,
      entries.map(({ client_id }) => client_id)
    )
    yield entries.map((entry) => ({ entry, client_name: nameOf(entry.client_id) }))
  }
}
