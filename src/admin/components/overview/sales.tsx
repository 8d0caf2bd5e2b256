import type { CurrencyOverview, Overview } from "../../api/overview"
import { useText } from "../../i18n/use-text"
import { Choice } from "../common/choice"
import { Section } from "../common/section"
import { useFilters } from "../filters/use-filters"
import { RevenueByDay } from "./revenue-by-day"
import { TopAgents } from "./top-agents"

interface Props {
  readonly by_currency: Overview["by_currency"]
}

/** The revenue by day and by agent in one currency, which the user selects. Nothing without payments. */
export function Sales({ by_currency }: Props) {
  const t = useText()
  const { values } = useFilters(["currency"])
  const shown = by_currency.find(({ currency }) => currency === values.currency) ?? by_currency[0]
  if (!shown) return null
  return (
    <Section
      title={t("overview.sales", { currency: shown.currency })}
      about={t("overview.sales_about")}
      actions={by_currency.length > 1 && <CurrencyChoice of={by_currency} shown={shown.currency} />}
    >
      <div className="grid gap-x-8 gap-y-6 px-6 py-4 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2">
          <RevenueByDay of={shown} />
        </div>
        <TopAgents of={shown} />
      </div>
    </Section>
  )
}

interface ChoiceProps {
  readonly of: readonly CurrencyOverview[]
  readonly shown: string
}

function CurrencyChoice({ of, shown }: ChoiceProps) {
  const t = useText()
  const { set } = useFilters(["currency"])
  return (
    <Choice
      aria-label={t("common.currency")}
      className="w-24"
      value={shown}
      options={of.map(({ currency }) => [currency, currency])}
      choose={(currency) => set("currency", currency)}
    />
  )
}
