import { Fragment } from "react"
import type { Agent } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { Empty } from "../common/empty"
import { Fact, Facts } from "../common/facts"
import { Money } from "../common/money"
import { Section } from "../common/section"

/** The number of orders placed through an agent, and their volume by currency. */
export function ClientRevenue({ of: { money } }: { readonly of: Agent }) {
  const t = useText()
  return (
    <Section title={t("agents.revenue")} about={t("agents.revenue_about")}>
      {money.length ? (
        <Facts>
          {money.map(({ currency, orders, paid, refunded }) => (
            <Fact key={currency} name={`${currency} · ${t("agents.orders", { count: orders })}`}>
              <Money amount={paid} currency={currency} />
              {refunded > 0 && (
                <Fragment>
                  {" "}
                  <span className="text-ui-fg-subtle">
                    {t("agents.refunded")} <Money amount={refunded} currency={currency} />
                  </span>
                </Fragment>
              )}
            </Fact>
          ))}
        </Facts>
      ) : (
        <Empty title={t("agents.no_orders")} about={t("agents.no_orders_about")} />
      )}
    </Section>
  )
}
