import type { ComparedSums as Sums } from "../../../domain/bank-file/difference"
import { useText } from "../../i18n/use-text"
import { DataTable } from "../common/data-table"
import { Money } from "../common/money"
import type { Column } from "../common/table-props"

const AMOUNTS = ["bank_captured", "plugin_captured", "bank_refunded", "plugin_refunded"] as const

/** The sums of the compared operations, by currency. */
export function ComparedSums({ of }: { readonly of: readonly Sums[] }) {
  const t = useText()
  const columns: Column<Sums>[] = [
    { title: t("common.currency"), cell: ({ currency }) => currency, on_card: "title" },
    ...AMOUNTS.map((name): Column<Sums> => ({
      title: t(`reconciliation.${name}`),
      is_number: true,
      cell: (sums) => <Money amount={sums[name]} currency={sums.currency} />,
    })),
  ]
  return (
    <DataTable
      label={t("reconciliation.sums")}
      columns={columns}
      rows={of}
      keyOf={({ currency }) => currency}
    />
  )
}
