import { Button, Heading } from "@medusajs/ui"
import { useId, useState } from "react"
import type { CurrencyOverview } from "../../api/overview"
import { useText } from "../../i18n/use-text"
import { BarChart } from "../common/bar-chart"
import { DataTable } from "../common/data-table"
import { dayText } from "../common/day"
import { formatMoney, Money } from "../common/money"

interface Props {
  readonly of: CurrencyOverview
}

/** The revenue of each day as a chart, and on request as a table. */
export function RevenueByDay({ of }: Props) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const bars = of.days.map(({ day, revenue }) => ({
    name: dayText(day, t.language),
    value: revenue,
    text: formatMoney(revenue, of.currency, t.language),
  }))
  return (
    <div className="flex flex-col gap-3">
      <Heading level="h3">{t("overview.by_day")}</Heading>
      <BarChart label={t("overview.by_day_label", { currency: of.currency })} bars={bars} />
      <Button
        className="self-start"
        size="small"
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? "overview.hide_table" : "overview.show_table")}
      </Button>
      <div id={id}>{isOpen && <DayTable of={of} />}</div>
    </div>
  )
}

/** The days with payments, the newest first. */
function DayTable({ of: { currency, days } }: Props) {
  const t = useText()
  return (
    <DataTable
      label={t("overview.by_day")}
      rows={days.filter(({ paid, revenue }) => paid > 0 || revenue > 0).reverse()}
      keyOf={({ day }) => day}
      columns={[
        { title: t("overview.day"), cell: ({ day }) => dayText(day, t.language), on_card: "title" },
        { title: t("overview.paid_orders"), cell: ({ paid }) => paid, is_number: true },
        {
          title: t("overview.revenue"),
          cell: ({ revenue }) => <Money amount={revenue} currency={currency} />,
          is_number: true,
        },
      ]}
    />
  )
}
