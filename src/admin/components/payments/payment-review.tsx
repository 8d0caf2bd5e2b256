import { Button, Text, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { pathOf, resolveReview, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { FormPrompt } from "../common/form-prompt"
import { Field } from "../common/field"
import { Section } from "../common/section"
import { CallOutcome, hasUnknownCall, type Outcome } from "./call-outcome"
import { reasonOf } from "./review-reason"

interface Props {
  readonly payment: TracedPayment
  readonly reason: string
}

/** Why a payment needs manual review, and the button to close the review. */
export function PaymentReview({ payment, reason }: Props) {
  const t = useText()
  const [is_open, setOpen] = useState(false)
  return (
    <Section
      title={t("payments.review_title")}
      actions={
        <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
          {t("payments.resolve")}
        </Button>
      }
    >
      <div className="flex flex-col gap-1 px-6 py-4">
        {payment.reviews.map((review) => (
          <Text key={review.reason} size="small" className="break-words">
            {reasonOf(review, t)}
          </Text>
        ))}
      </div>
      {is_open && <ResolvePrompt payment={payment} reason={reason} close={() => setOpen(false)} />}
    </Section>
  )
}

interface ResolveProps {
  readonly payment: TracedPayment
  /** The reason that the user has read. The server refuses when another reason was added meanwhile. */
  readonly reason: string
  close(): void
}

function ResolvePrompt({ payment, reason, close }: ResolveProps) {
  const t = useText()
  const { payment_id: id, unfinished_call } = payment
  const [note, setNote] = useState("")
  const [outcome, setOutcome] = useState<Outcome>()
  const [readReason] = useState(reason)
  const isMade = outcome === "made"
  const answer = outcome && (unfinished_call ? { was_executed: isMade } : { was_refunded: isMade })
  const resolution = { note: note.trim(), review_reason: readReason, ...answer }
  const resolve = useChange(() => resolveReview(id, resolution), {
    done: t("payments.resolve_done"),
    path: pathOf(id),
    onDone: close,
    shows_failure: true,
  })
  return (
    <FormPrompt
      title={t("payments.resolve_title")}
      about={t("payments.resolve_about")}
      action={t("payments.resolve")}
      is_harmless
      is_ready={Boolean(note.trim()) && (!hasUnknownCall(payment) || outcome !== undefined)}
      is_busy={resolve.isPending}
      refusal={resolve.error?.message}
      submit={() => resolve.mutate(undefined)}
      close={close}
    >
      {hasUnknownCall(payment) && <CallOutcome payment={payment} outcome={outcome} choose={setOutcome} />}
      <Field label={t("payments.resolve_note")} hint={t("payments.resolve_note_hint")}>
        {(wiring) => (
          <Textarea
            {...wiring}
            autoFocus
            required
            maxLength={1000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </FormPrompt>
  )
}
