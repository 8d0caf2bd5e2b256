import { toDecimal } from "../../../../domain/money"
import { scopeSentence } from "../../../../domain/scope-sentences"
import type { SpendingRule, Sum } from "../../../../domain/spending"
import type { ClientRevenue } from "../../../../modules/bank/models/client-revenue"
import type { ExportedClient } from "../../../../queries/client/client-pages"
import type { Columns } from "../send-csv"

/**
 * The columns of the exported agents, without secrets, keys and addresses. A cell with several values separates them by
 * semicolons. Amounts in major units with their currency, times in ISO 8601 (UTC).
 */
export const CLIENT_COLUMNS: Columns<ExportedClient> = {
  agent_id: ({ client }) => client.id,
  agent: ({ client }) => client.name,
  channel: ({ client }) => client.flavor,
  kind: ({ client }) => client.client_type,
  status: ({ client }) => client.status,
  registered_at: ({ client }) => client.created_at.toISOString(),
  approved_at: ({ client }) => client.approved_at?.toISOString() ?? null,
  revoked_at: ({ client }) => client.revoked_at?.toISOString() ?? null,
  revoked_reason: ({ client }) => client.revoked_reason,
  has_access: ({ has_access }) => String(has_access),
  consents: ({ consents }) => String(consents),
  last_used_at: ({ client }) => client.last_used_at?.toISOString() ?? null,
  permissions: ({ client }) => listOf(client.scopes.map((scope) => scopeSentence(scope, "en"))),
  scopes: ({ client }) => client.scopes.join(" "),
  whole_store: ({ client }) => String(client.whole_store),
  spending_rules: ({ client, spending }) => (client.spending ? "own" : spending ? "default" : null),
  max_per_payment: (row) => limitsOf(row, "max_per_payment"),
  max_per_day: (row) => limitsOf(row, "max_per_day"),
  approval_above: (row) => limitsOf(row, "approval_above"),
  only_these_currencies: ({ spending }) => spending && String(spending.only_these_currencies),
  orders: ({ revenue }) => String(revenue.reduce((sum, { orders }) => sum + orders, 0)),
  captured_amount: (row) => revenueOf(row, "paid"),
  refunded_amount: (row) => revenueOf(row, "refunded"),
}

const listOf = (texts: readonly string[]): string | null => texts.join("; ") || null

const sumText = ({ amount, currency }: Sum) => `${toDecimal(amount, currency)} ${currency}`

function limitsOf(
  { spending }: ExportedClient,
  limit: Exclude<keyof SpendingRule, "currency">
): string | null {
  const rules = spending?.rules ?? []
  return listOf(
    rules.flatMap(({ currency, [limit]: amount }) =>
      amount === undefined ? [] : [sumText({ amount, currency })]
    )
  )
}

const revenueOf = ({ revenue }: ExportedClient, kind: keyof Pick<ClientRevenue, "paid" | "refunded">) =>
  listOf(revenue.map(({ currency, [kind]: amount }) => sumText({ amount, currency })))
