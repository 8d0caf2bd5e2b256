import type { MedusaContainer } from "@medusajs/framework/types"
import type { Spending } from "../../domain/spending"
import { BANK_MODULE } from "../../modules/bank"
import type { ClientRevenue } from "../../modules/bank/models/client-revenue"
import type BankService from "../../modules/bank/service"
import { OAUTH_MODULE } from "../../modules/oauth"
import type { ClientMatch } from "../../modules/oauth/managed-clients"
import type { ManagedClient } from "../../modules/oauth/models/managed-client"
import type OAuthService from "../../modules/oauth/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"

/** A client in an exported file. */
export interface ExportedClient {
  readonly client: ManagedClient
  /** Whether it is approved and has a usable consent. */
  readonly has_access: boolean
  /** The number of usable consents among the newest thousand. */
  readonly consents: number
  /** The spending limits in force: its own, or those of the settings. Null for no limits. */
  readonly spending: Spending | null
  readonly revenue: readonly ClientRevenue[]
}

/** All clients that match, newest first, in pages of at most `size`. */
export async function* clientPages(
  container: MedusaContainer,
  filter: ClientMatch,
  size: number
): AsyncGenerator<ExportedClient[], void> {
  const { managed } = container.resolve<OAuthService>(OAUTH_MODULE)
  const { default_spending } = await container.resolve<PolicyService>(POLICY_MODULE).chosenSettings()
  for await (const clients of managed.pages(filter, size)) {
    const detailsOf = await readDetails(
      container,
      clients.map(({ id }) => id)
    )
    yield clients.map((client) => ({
      client,
      spending: client.spending ?? default_spending,
      ...detailsOf(client.id),
    }))
  }
}

/** The number of statements does not depend on the number of clients. */
async function readDetails(container: MedusaContainer, ids: readonly string[]) {
  const { managed, grants } = container.resolve<OAuthService>(OAUTH_MODULE)
  const [withAccess, consents, revenue] = await Promise.all([
    managed.withAccess(ids),
    grants.liveOf(ids),
    container.resolve<BankService>(BANK_MODULE).revenue.of(ids),
  ])
  return (id: string) => ({
    has_access: withAccess.has(id),
    consents: consents.get(id)?.live ?? 0,
    revenue: revenue.filter(({ client_id }) => client_id === id),
  })
}
