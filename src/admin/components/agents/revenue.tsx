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
    <Section title={t("agents.money")} about={t("agents.money_about")}>
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
        <Empty title={t("agents.no_money")} about={t("agents.no_money_about")} />
      )}
    </Section>
  )
}
