import { type FunnelReport, useFunnel } from "../../api/funnel"
import { useText } from "../../i18n/use-text"
import { Empty } from "../common/empty"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { When } from "../common/when"
import { AgentFunnels } from "./agent-funnels"
import { CurrencyFunnel } from "./currency-funnel"
import { useDays } from "./use-days"

/** The funnel from a search to a paid order, and why it ends early. */
export function Funnel() {
  const t = useText()
  const { days } = useDays()
  return (
    <Section title={t("overview.funnel")} about={t("overview.funnel_about")}>
      <Loaded of={useFunnel(Number(days))}>{({ funnel }) => <Report of={funnel} />}</Loaded>
    </Section>
  )
}

function Report({ of }: { readonly of: FunnelReport }) {
  const t = useText()
  const { total, agents, counted_since, from } = of
  if (!agents.length && !total.refused.length)
    return <Empty title={t("overview.no_activity")} about={t("overview.no_activity_about")} />
  return (
    <>
      <Calls of={total} />
      {total.by_currency.map((one) => (
        <CurrencyFunnel key={one.currency} of={one} />
      ))}
      <AgentFunnels of={of} />
      {counted_since.slice(0, 10) > from && (
        <p className="txt-small text-ui-fg-subtle px-6 py-4">
          {t("overview.counted_since")} <When at={counted_since} />
        </p>
      )}
    </>
  )
}

/** The counts without a currency: searches, and calls that were refused. */
function Calls({ of: { searches, refused } }: { readonly of: FunnelReport["total"] }) {
  const t = useText()
  return (
    <dl className="txt-small grid gap-x-8 gap-y-2 px-6 py-4 sm:grid-cols-2">
      <div className="flex justify-between gap-3">
        <dt className="text-ui-fg-subtle">{t("overview.searches")}</dt>
        <dd className="tabular-nums">{searches}</dd>
      </div>
      {refused.map(({ code, count }) => (
        <div key={code} className="flex justify-between gap-3">
          <dt className="text-ui-fg-subtle">{`${t("overview.refused")}: ${t.of("refusals", code)}`}</dt>
          <dd className="tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
