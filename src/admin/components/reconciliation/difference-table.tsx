import { Button } from "@medusajs/ui"
import { useState } from "react"
import type { Amount, Difference } from "../../../domain/bank-file/difference"
import { useText } from "../../i18n/use-text"
import { DataTable } from "../common/data-table"
import { Money } from "../common/money"
import type { Column } from "../common/table-props"
import { Wrapped } from "../common/wrapped"
import { DifferenceAction } from "./difference-action"
import { DifferencePayment } from "./difference-payment"

const PAGE = 50

interface Props {
  readonly of: readonly Difference[]
  /** Compares the file again, after the bank was queried. */
  again(): void
}

/** The differences, fifty at a time. */
export function DifferenceTable({ of, again }: Props) {
  const t = useText()
  const [shown, setShown] = useState(PAGE)
  return (
    <>
      <DataTable
        label={t("reconciliation.differences")}
        columns={useColumns(again)}
        rows={of.slice(0, shown)}
        keyOf={({ kind, payment_id, reference, lines }) => [kind, payment_id, reference, ...lines].join(" ")}
      />
      {of.length > shown && (
        <div className="flex justify-center px-6 py-4">
          <Button size="small" variant="secondary" onClick={() => setShown(shown + PAGE)}>
            {t("common.more")}
          </Button>
        </div>
      )}
    </>
  )
}

function useColumns(again: () => void): Column<Difference>[] {
  const t = useText()
  return [
    {
      title: t("reconciliation.difference"),
      share: 24,
      on_card: "title",
      cell: ({ kind }) => <Wrapped>{t(`reconciliation.kind_${kind}`)}</Wrapped>,
    },
    {
      title: t("payments.one"),
      share: 26,
      cell: (difference) => <DifferencePayment of={difference} />,
    },
    ...(["bank", "plugin", "medusa"] as const).map((side): Column<Difference> => ({
      title: t(`reconciliation.${side}`),
      is_number: true,
      cell: (difference) => <Side of={difference[side]} />,
    })),
    {
      title: t("reconciliation.next"),
      share: 24,
      on_card: "actions",
      cell: (difference) => <DifferenceAction of={difference} again={again} />,
    },
  ]
}

const Side = ({ of }: { readonly of: Amount | null }) =>
  of ? <Money amount={of.amount} currency={of.currency} /> : <>–</>
