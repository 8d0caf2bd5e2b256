import { Heading, Text } from "@medusajs/ui"
import type { CurrencyFunnel as Counts } from "../../../domain/funnel"
import { useText } from "../../i18n/use-text"
import { Dropped, EndedEarly } from "./dropped"
import { FunnelSteps } from "./funnel-steps"

/** The funnel in one currency, and why payments or checkouts ended early. */
export function CurrencyFunnel({ of }: { readonly of: Counts }) {
  return (
    <div className="grid gap-x-8 gap-y-4 px-6 py-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <Heading level="h3">{of.currency}</Heading>
        <FunnelSteps of={of} />
        <Sum of={of} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <Dropped of={of} />
        <EndedEarly of={of} />
      </div>
    </div>
  )
}

/** The sum of paid, pending and failed payments; nothing without payments. */
function Sum({ of: { payments, paid, pending, dropped } }: { readonly of: Counts }) {
  const t = useText()
  if (!payments) return null
  const not_paid = dropped.reduce((sum, { count }) => sum + count, 0)
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {t("overview.sum", { payments, paid, pending, dropped: not_paid })}
    </Text>
  )
}
