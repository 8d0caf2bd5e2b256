import { Textarea } from "@medusajs/ui"
import { useState } from "react"
import { decide } from "../../api/approvals"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Ask } from "../common/ask"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"
import type { Asked } from "./queue"

/** Asks whether a decision is meant: about whose payment, of how much, and what comes of it. */
export function DecisionPrompt({ approval, decision, close }: Asked & { close(): void }) {
  const t = useText()
  const [note, setNote] = useState("")
  const [refusal, setRefusal] = useState<string>()
  const change = useChange(decide, {
    done: t(`approvals.${decision}_done`),
    onDone: close,
    onFailed: ({ message }) => setRefusal(message),
  })
  const values = {
    agent: approval.client_name ?? approval.client_id,
    amount: formatMoney(approval.amount, approval.currency, t.language),
  }
  const outcome = approval.task_id ? (`${decision}_task` as const) : (`${decision}_checkout` as const)
  return (
    <Ask
      title={t(`approvals.${decision}_sure`, values)}
      about={t(`approvals.${outcome}`, values)}
      action={t(`approvals.${decision}`)}
      is_harmless={decision === "approve"}
      is_busy={change.isPending}
      refusal={refusal}
      submit={() => change.mutate({ id: approval.id, decision, note: note.trim() })}
      close={close}
    >
      <Field label={t("approvals.note")} hint={t("approvals.note_about")}>
        {(wiring) => (
          <Textarea
            {...wiring}
            value={note}
            maxLength={500}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </Ask>
  )
}
