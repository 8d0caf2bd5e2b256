import { daysIn } from "../../../domain/period"
import type { Overview } from "../../api/overview"
import { useText } from "../../i18n/use-text"
import { formatMoney, Money } from "../common/money"
import { Before, Change } from "./change"
import { Figure, Tile } from "./tile"
import { WaitingTile } from "./waiting-tile"

/** The numbers that a merchant looks at first, each compared with the period before. */
export function Tiles({ of }: { readonly of: Overview }) {
  return (
    <div className="bg-ui-border-base grid gap-px overflow-hidden rounded-b-lg sm:grid-cols-2 xl:grid-cols-4">
      <RevenueTile of={of} />
      <PaidTile of={of} />
      <SuccessTile of={of} />
      <WaitingTile />
    </div>
  )
}

interface Props {
  readonly of: Overview
}

/** The revenue of each currency. Amounts of different currencies are never added. */
function RevenueTile({ of: { by_currency, ...period } }: Props) {
  const t = useText()
  const days = daysIn(period)
  return (
    <Tile title={t("overview.revenue")}>
      {!by_currency.length && <Figure>–</Figure>}
      {by_currency.map(({ currency, revenue }) => (
        <div key={currency}>
          <Figure>
            <Money amount={revenue.now} currency={currency} />
          </Figure>
          <Change of={revenue} before={formatMoney(revenue.before, currency, t.language)} days={days} />
        </div>
      ))}
    </Tile>
  )
}

function PaidTile({ of: { by_currency, paid, ...period } }: Props) {
  const t = useText()
  return (
    <Tile title={t("overview.paid_orders")}>
      <Figure>{by_currency.length ? paid.now.toLocaleString(t.language) : "–"}</Figure>
      {by_currency.length > 0 && (
        <Change of={paid} before={paid.before.toLocaleString(t.language)} days={daysIn(period)} />
      )}
    </Tile>
  )
}

/** The share of the ended payments that were paid; a dash without any. */
function SuccessTile({ of: { paid, not_paid, ...period } }: Props) {
  const t = useText()
  const rate = (period: "now" | "before") => rateText(paid[period], not_paid[period], t.language)
  return (
    <Tile title={t("overview.success_rate")}>
      <Figure>{rate("now") ?? "–"}</Figure>
      <span className="txt-small text-ui-fg-subtle">
        {t("overview.success_of", { paid: paid.now, ended: paid.now + not_paid.now })}
      </span>
      {rate("before") && <Before value={rate("before") ?? ""} days={daysIn(period)} />}
    </Tile>
  )
}

/** A success of 99.7 % is not shown as 100 %. */
function rateText(paid: number, not_paid: number, language: string): string | undefined {
  if (paid + not_paid === 0) return undefined
  const format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 })
  return format.format(Math.floor((paid / (paid + not_paid)) * 1000) / 1000)
}
