import { Heading } from "@medusajs/ui"
import type { CurrencyOverview } from "../../api/overview"
import { useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import { Money } from "../common/money"

/** The agents with the highest revenue in one currency. */
export function TopAgents({ of: { agents, currency } }: { readonly of: CurrencyOverview }) {
  const t = useText()
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Heading level="h3">{t("overview.top_agents")}</Heading>
      {!agents.length && <p className="txt-small text-ui-fg-subtle">{t("overview.no_paid_orders")}</p>}
      <ol className="txt-small flex flex-col gap-2">
        {agents.map(({ client_id, client_name, revenue, paid }) => (
          <li key={client_id} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">
              <AgentLink id={client_id} name={client_name} />
            </span>
            <span className="flex shrink-0 flex-col items-end">
              <Money amount={revenue} currency={currency} />
              <span className="text-ui-fg-subtle">{t("overview.orders", { count: paid })}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
