import { Button } from "@medusajs/ui"
import { useState } from "react"
import type { MoveKind, TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { AskBank } from "./ask-bank"
import { MovePrompt } from "./move-prompt"

const MOVES: readonly MoveKind[] = ["capture", "refund", "void"]

/** What can be done with a payment as it is; each movement of money asks before it begins. */
export function PaymentActions({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  const [asked, setAsked] = useState<MoveKind>()
  return (
    <>
      {MOVES.filter((kind) => payment.movable[kind]).map((kind) => (
        <Button key={kind} size="small" variant="secondary" onClick={() => setAsked(kind)}>
          {t(`payments.${kind}`)}
        </Button>
      ))}
      <AskBank payment={payment} />
      {asked && <MovePrompt kind={asked} payment={payment} close={() => setAsked(undefined)} />}
    </>
  )
}
