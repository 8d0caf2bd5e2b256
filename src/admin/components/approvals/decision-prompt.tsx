import { Button, Prompt, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { decide } from "../../api/approvals"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"
import type { Asked } from "./queue"

/** Asks whether a decision is meant: about whose payment, of how much, and what comes of it. */
export function DecisionPrompt({ approval, decision, close }: Asked & { close(): void }) {
  const t = useText()
  const [note, setNote] = useState("")
  const done = t(`approvals.${decision}_done`)
  const change = useChange(decide, { done, onDone: close })
  const values = {
    agent: approval.client_name ?? approval.client_id,
    amount: formatMoney(approval.amount, approval.currency, t.language),
  }
  const outcome = approval.task_id ? (`${decision}_task` as const) : (`${decision}_checkout` as const)
  return (
    <Prompt open variant={decision === "approve" ? "confirmation" : "danger"}>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t(`approvals.${decision}_sure`, values)}</Prompt.Title>
          <Prompt.Description>{t(`approvals.${outcome}`, values)}</Prompt.Description>
        </Prompt.Header>
        <div className="px-6 pt-4">
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
        </div>
        <Prompt.Footer>
          <Button size="small" variant="secondary" disabled={change.isPending} onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button
            size="small"
            variant={decision === "approve" ? "primary" : "danger"}
            isLoading={change.isPending}
            onClick={() => change.mutate({ id: approval.id, decision, note: note.trim() })}
          >
            {t(`approvals.${decision}`)}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
