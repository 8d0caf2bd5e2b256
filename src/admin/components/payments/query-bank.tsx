import { Button } from "@medusajs/ui"
import { isUnavailable } from "../../api/client"
import { queryBank, type Asked, type TracedPayment } from "../../api/payments"
import { type Said, useChange } from "../../api/use-change"
import { type Text, useText } from "../../i18n/use-text"

/** The button that queries the bank for the status of a payment, and shows the result. */
export function QueryBank({ payment: { payment_id } }: { readonly payment: TracedPayment }) {
  const t = useText()
  const ask = useChange(() => queryBank(payment_id), {
    done: (asked: Asked) => outcomeIn(asked, t),
    failed: (error) => (isUnavailable(error) ? t("payments.ask_no_answer") : undefined),
  })
  return (
    <Button size="small" variant="secondary" isLoading={ask.isPending} onClick={() => ask.mutate(undefined)}>
      {t("payments.ask")}
    </Button>
  )
}

function outcomeIn({ outcome, payment: { display_status } }: Asked, t: Text): Said {
  const text = t(`payments.ask_${outcome}`, { status: t.of("payment_states", display_status) })
  return { text, tone: outcome === "changed" ? "success" : outcome === "unchanged" ? "info" : "warning" }
}
