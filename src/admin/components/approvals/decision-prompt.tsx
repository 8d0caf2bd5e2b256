import { Textarea } from "@medusajs/ui"
import { useState } from "react"
import { type Approval, decide, type Decision } from "../../api/approvals"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { FormPrompt } from "../common/form-prompt"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"
import { RequestedPaymentFacts, RequestedRefundFacts } from "./requested"
import { Basket } from "./basket"

/** A decision on a payment that the user has not confirmed yet. */
export interface PendingDecision {
  readonly approval: Approval
  readonly decision: Decision["decision"]
}

/** Asks the user to confirm a decision, with the agent, the amount and the effect. */
export function DecisionPrompt({ approval, decision, close }: PendingDecision & { close(): void }) {
  const t = useText()
  const [note, setNote] = useState("")
  const change = useChange(decide, {
    done: t(`approvals.${decision}_done`),
    onDone: close,
    shows_failure: true,
  })
  const values = {
    agent: approval.client_name ?? approval.client_id,
    amount: formatMoney(approval.amount, approval.currency, t.language),
  }
  const isRefund = approval.kind === "refund"
  const sure = isRefund ? (`${decision}_refund_sure` as const) : (`${decision}_sure` as const)
  const payment = approval.task_id ? (`${decision}_task` as const) : (`${decision}_checkout` as const)
  const outcome = isRefund ? (`${decision}_refund` as const) : payment
  return (
    <FormPrompt
      title={t(`approvals.${sure}`, values)}
      about={t(`approvals.${outcome}`, values)}
      action={t(`approvals.${decision}`)}
      is_harmless={decision === "approve"}
      is_busy={change.isPending}
      refusal={change.error?.message}
      submit={() => change.mutate({ id: approval.id, decision, note: note.trim() })}
      close={close}
    >
      {isRefund && <RequestedRefundFacts of={approval} />}
      {!isRefund && approval.task_id && <RequestedPaymentFacts of={approval} />}
      {approval.basket ? (
        <Basket of={approval.basket} currency={approval.currency} total={approval.amount} />
      ) : (
        approval.session_id && (
          <p className="txt-small text-ui-fg-subtle">{t("approvals.items_unavailable")}</p>
        )
      )}
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
    </FormPrompt>
  )
}
