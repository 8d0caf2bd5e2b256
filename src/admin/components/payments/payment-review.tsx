import { Button, Prompt, Text, Textarea } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { resolveReview, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { Section } from "../common/section"

interface Props {
  readonly payment: TracedPayment
  readonly reason: string
}

/** Why a person must look at a payment, and the way to say that one has. */
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
        {reason.split("; ").map((one) => (
          <Text key={one} size="small" className="break-words">
            {one}
          </Text>
        ))}
      </div>
      {is_open && <ResolvePrompt id={payment.payment_id} reason={reason} close={() => setOpen(false)} />}
    </Section>
  )
}

interface Question {
  readonly id: string
  /** As the person has read it: the server refuses when another reason was added meanwhile. */
  readonly reason: string
  close(): void
}

function ResolvePrompt({ id, reason, close }: Question) {
  const t = useText()
  const [note, setNote] = useState("")
  const [read] = useState(reason)
  const [refusal, setRefusal] = useState<string>()
  const resolve = useChange(() => resolveReview(id, { note: note.trim(), review_reason: read }), {
    done: t("payments.resolve_done"),
    onDone: close,
    onFailed: ({ message }) => setRefusal(message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() && !resolve.isPending) resolve.mutate(undefined)
  }
  return (
    <Prompt open onOpenChange={(is_open) => is_open || resolve.isPending || close()} variant="confirmation">
      <Prompt.Content>
        <form onSubmit={submit}>
          <Prompt.Header>
            <Prompt.Title>{t("payments.resolve_title")}</Prompt.Title>
            <Prompt.Description>{t("payments.resolve_about")}</Prompt.Description>
          </Prompt.Header>
          <div className="px-6 pt-4">
            <Field label={t("payments.resolve_note")} hint={t("payments.resolve_note_hint")} error={refusal}>
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
          </div>
          <Prompt.Footer>
            <Button
              type="button"
              size="small"
              variant="secondary"
              disabled={resolve.isPending}
              onClick={close}
            >
              {t("common.cancel")}
            </Button>
            <Button type="submit" size="small" isLoading={resolve.isPending} disabled={!note.trim()}>
              {t("payments.resolve")}
            </Button>
          </Prompt.Footer>
        </form>
      </Prompt.Content>
    </Prompt>
  )
}
