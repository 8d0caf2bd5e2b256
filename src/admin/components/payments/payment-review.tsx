import { Button, Text, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { pathOf, resolveReview, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Choices } from "../common/choices"
import { FormPrompt } from "../common/form-prompt"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"
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
  const { payment_id: id, unknown_refund } = payment
  const [note, setNote] = useState("")
  const [outcome, setOutcome] = useState<Outcome>()
  const [readReason] = useState(reason)
  const answer = outcome && { was_refunded: outcome === "made" }
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
      is_ready={Boolean(note.trim()) && (unknown_refund === null || outcome !== undefined)}
      is_busy={resolve.isPending}
      refusal={resolve.error?.message}
      submit={() => resolve.mutate(undefined)}
      close={close}
    >
      {unknown_refund !== null && <RefundOutcome payment={payment} outcome={outcome} choose={setOutcome} />}
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

const OUTCOMES = ["made", "not_made"] as const
type Outcome = (typeof OUTCOMES)[number]

interface OutcomeProps {
  readonly payment: TracedPayment
  readonly outcome: Outcome | undefined
  choose(outcome: Outcome): void
}

/** Whether the payment provider has made the refund whose outcome is unknown. */
function RefundOutcome({ payment, outcome, choose }: OutcomeProps) {
  const t = useText()
  const amount = formatMoney(payment.unknown_refund ?? 0, payment.currency, t.language)
  return (
    <Choices
      label={t("payments.refund_outcome", { amount, provider: payment.provider_ids.join(", ") })}
      choices={OUTCOMES.map((value) => ({
        value,
        label: t(`payments.refund_${value}`),
        about: t(`payments.refund_${value}_about`),
      }))}
      value={outcome}
      choose={choose}
    />
  )
}
