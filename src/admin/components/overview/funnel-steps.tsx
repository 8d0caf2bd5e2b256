import type { CurrencyFunnel } from "../../../domain/funnel"
import { useText } from "../../i18n/use-text"
import { Share } from "./share"

/** The steps in their order. */
const STEPS = ["carts", "checkouts", "free", "payments", "sca_started", "paid"] as const

/** Free orders are rare, so their line is hidden when there are none. */
const shown = (of: CurrencyFunnel) => STEPS.filter((step) => step !== "free" || of.free > 0)

/** The number of each step in one currency, as bars relative to the highest one. */
export function FunnelSteps({ of }: { readonly of: CurrencyFunnel }) {
  const t = useText()
  const most = Math.max(1, ...STEPS.map((step) => of[step]))
  return (
    <dl className="txt-small flex flex-col gap-2">
      {shown(of).map((step) => (
        <div
          key={step}
          className="grid grid-cols-[8rem_1fr_5.5rem] items-center gap-3 sm:grid-cols-[11rem_1fr_6.5rem]"
        >
          <dt className="text-ui-fg-subtle">{t(`overview.${step}`)}</dt>
          <dd aria-hidden="true" className="bg-ui-bg-component h-2 overflow-hidden rounded-full">
            <div
              className={`h-full ${step === "paid" ? "bg-ui-tag-green-icon" : "bg-ui-tag-blue-icon"}`}
              style={{ width: `${(of[step] / most) * 100}%` }}
            />
          </dd>
          <dd className="text-right tabular-nums">
            {of[step].toLocaleString(t.language)} <Share of={of[step]} in={most} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
