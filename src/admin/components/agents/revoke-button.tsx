import { Button, Input } from "@medusajs/ui"
import { useState } from "react"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { FormPrompt } from "../common/form-prompt"
import { Field } from "../common/field"

interface Props {
  /** The label of the button. */
  readonly label: string
  readonly title: string
  /** The effects of the action, and what it leaves unchanged. */
  readonly about: string
  /** The message after success. */
  readonly done: string
  readonly is_loud?: boolean
  revoke(reason: string): Promise<unknown>
}

/** Revokes something permanently, after the user entered a reason for the audit log. */
export function RevokeButton({ label, is_loud = false, ...question }: Props) {
  const [is_open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant={is_loud ? "danger" : "secondary"} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {is_open && <RevokePrompt {...question} label={label} close={() => setOpen(false)} />}
    </>
  )
}

function RevokePrompt({ label, title, about, done, revoke, close }: Props & { close(): void }) {
  const t = useText()
  const [reason, setReason] = useState("")
  const change = useChange(revoke, { done, onDone: close, shows_failure: true })
  return (
    <FormPrompt
      title={title}
      about={about}
      action={label}
      is_ready={Boolean(reason.trim())}
      is_busy={change.isPending}
      refusal={change.error?.message}
      submit={() => change.mutate(reason.trim())}
      close={close}
    >
      <Field label={t("agents.reason")} hint={t("agents.reason_hint")}>
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            autoFocus
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </FormPrompt>
  )
}
