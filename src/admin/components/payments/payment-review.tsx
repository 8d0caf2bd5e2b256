import { Button, Text, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { pathOf, resolveReview, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { FormPrompt } from "../common/form-prompt"
import { Field } from "../common/field"
import { Section } from "../common/section"
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
      {is_open && <ResolvePrompt id={payment.payment_id} reason={reason} close={() => setOpen(false)} />}
    </Section>
  )
}

interface ResolveProps {
  readonly id: string
  /** The reason that the user has read. The server refuses when another reason was added meanwhile. */
  readonly reason: string
  close(): void
}

function ResolvePrompt({ id, reason, close }: ResolveProps) {
  const t = useText()
  const [note, setNote] = useState("")
  const [readReason] = useState(reason)
  const resolve = useChange(() => resolveReview(id, { note: note.trim(), review_reason: readReason }), {
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
      is_ready={Boolean(note.trim())}
      is_busy={resolve.isPending}
      refusal={resolve.error?.message}
      submit={() => resolve.mutate(undefined)}
      close={close}
    >
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
