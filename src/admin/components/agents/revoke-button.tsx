import { Button, Input, Prompt } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"

interface Props {
  /** What the button says. */
  readonly label: string
  readonly title: string
  /** What will happen, and what will not. */
  readonly about: string
  readonly is_busy: boolean
  readonly is_loud?: boolean
  revoke(reason: string): void
}

/** Ends something for good, once a reason is given for whoever reads the audit. */
export function RevokeButton({ label, title, about, is_busy, is_loud = false, revoke }: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return
    setOpen(false)
    revoke(reason.trim())
  }
  return (
    <Prompt open={open} onOpenChange={setOpen} variant="danger">
      <Prompt.Trigger asChild>
        <Button size="small" variant={is_loud ? "danger" : "secondary"} isLoading={is_busy}>
          {label}
        </Button>
      </Prompt.Trigger>
      <Prompt.Content>
        <form onSubmit={submit}>
          <Prompt.Header>
            <Prompt.Title>{title}</Prompt.Title>
            <Prompt.Description>{about}</Prompt.Description>
          </Prompt.Header>
          <div className="px-6 pt-4">
            <Field label={t("agents.reason")} hint={t("agents.reason_hint")}>
              {(wiring) => (
                <Input
                  {...wiring}
                  autoFocus
                  required
                  maxLength={500}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
          </div>
          <Prompt.Footer>
            <Prompt.Cancel type="button">{t("common.cancel")}</Prompt.Cancel>
            <Button size="small" variant="danger" type="submit" disabled={!reason.trim()}>
              {label}
            </Button>
          </Prompt.Footer>
        </form>
      </Prompt.Content>
    </Prompt>
  )
}
