import { Button } from "@medusajs/ui"
import { useState } from "react"
import { askBank, type MoveKind, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { MovePrompt } from "./move-prompt"

const MOVES: readonly MoveKind[] = ["capture", "refund", "void"]

/** What can be done with a payment as it is; each movement of money asks before it begins. */
export function PaymentActions({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  const [asked, setAsked] = useState<MoveKind>()
  const ask = useChange(() => askBank(payment.payment_id), { done: t("payments.ask_done") })
  return (
    <>
      {MOVES.filter((kind) => payment.movable[kind]).map((kind) => (
        <Button key={kind} size="small" variant="secondary" onClick={() => setAsked(kind)}>
          {t(`payments.${kind}`)}
        </Button>
      ))}
      <Button
        size="small"
        variant="secondary"
        isLoading={ask.isPending}
        onClick={() => ask.mutate(undefined)}
      >
        {t("payments.ask")}
      </Button>
      {asked && <MovePrompt kind={asked} payment={payment} close={() => setAsked(undefined)} />}
    </>
  )
}
