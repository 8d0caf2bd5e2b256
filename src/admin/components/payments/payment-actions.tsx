import { Button } from "@medusajs/ui"
import { useState } from "react"
import type { MoveKind, TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { EvidenceButton } from "./evidence-button"
import { MovePrompt } from "./move-prompt"
import { QueryStatus } from "./query-status"

const MOVES: readonly MoveKind[] = ["capture", "refund", "void"]

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
      {payment.disputes.length > 0 && <EvidenceButton payment={payment} />}
      {confirming && (
        <MovePrompt kind={confirming} payment={payment} close={() => setConfirming(undefined)} />
      )}
    </>
  )
}
