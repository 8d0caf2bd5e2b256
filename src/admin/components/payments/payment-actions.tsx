import { Button } from "@medusajs/ui"
import { useState } from "react"
import { isAtProvider } from "../../../domain/payment-route"
import type { MoveKind, TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { EvidenceButton } from "./evidence-button"
import { MovePrompt } from "./move-prompt"
import { QueryStatus } from "./query-status"

const MOVES: readonly MoveKind[] = ["capture", "refund", "void"]

/** The bank reports disputes to the store. Another provider reports them to the merchant only. */
const mayBeDisputed = ({ route, disputes, captured_amount }: TracedPayment): boolean =>
  isAtProvider(route) ? captured_amount > 0 : disputes.length > 0

/** The actions on a payment in its current status. Captures, voids and refunds are confirmed first. */
export function PaymentActions({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  const [confirming, setConfirming] = useState<MoveKind>()
  return (
    <>
      {MOVES.filter((kind) => payment.movable[kind]).map((kind) => (
        <Button key={kind} size="small" variant="secondary" onClick={() => setConfirming(kind)}>
          {t(`payments.${kind}`)}
        </Button>
      ))}
      {payment.can_query && <QueryStatus payment={payment} />}
      {mayBeDisputed(payment) && <EvidenceButton payment={payment} />}
      {confirming && (
        <MovePrompt kind={confirming} payment={payment} close={() => setConfirming(undefined)} />
      )}
    </>
  )
}
