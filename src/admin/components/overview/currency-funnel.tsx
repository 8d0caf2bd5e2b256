import { Heading } from "@medusajs/ui"
import type { CurrencyFunnel as Counts } from "../../../domain/funnel"
import { useText } from "../../i18n/use-text"
import { Dropped } from "./dropped"
import { FunnelSteps } from "./funnel-steps"

/** How far agents came in one currency, and why not further. */
export function CurrencyFunnel({ of }: { readonly of: Counts }) {
  const t = useText()
  return (
    <div className="grid gap-x-8 gap-y-4 px-6 py-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <Heading level="h3">{of.currency}</Heading>
        <FunnelSteps of={of} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <Heading level="h3">{t("overview.dropped")}</Heading>
        <Dropped of={of} />
      </div>
    </div>
  )
}
