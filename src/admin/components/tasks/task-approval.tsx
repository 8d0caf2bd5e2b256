import { Alert, Text } from "@medusajs/ui"
import type { TracedTask } from "../../api/tasks"
import { useText } from "../../i18n/use-text"
import { Fact } from "../common/facts"
import { LIST } from "../common/lists"
import { formatMoney } from "../common/money"
import { State } from "../common/state"
import { TextLink } from "../common/text-link"

interface RequestedApproval {
  readonly status: string
  readonly amount: number
  readonly currency: string
}

/** The approval that a task requested; undefined when it requested none. */
function approvalOf({ artifacts: { approval } }: TracedTask): RequestedApproval | undefined {
  return approval ? (approval as RequestedApproval) : undefined
}

/** The notice that a task waits for the merchant's approval, with a link to the approvals. Nothing for other tasks. */
export function WaitsForApproval({ task }: { readonly task: TracedTask }) {
  const t = useText()
  const approval = approvalOf(task)
  if (!approval || !waitsForApproval(task)) return null
  return (
    <Alert variant="warning" role="status">
      <Text size="small" weight="plus">
        {t("tasks.waits", { amount: formatMoney(approval.amount, approval.currency, t.language) })}
      </Text>
      <Text size="small">
        {t("tasks.waits_about")} <TextLink to={LIST.approvals.to}>{t("tasks.to_approvals")}</TextLink>
      </Text>
    </Alert>
  )
}

/** Whether a task waits for the merchant's decision, whose page shows what was requested. */
export function waitsForApproval(task: TracedTask): boolean {
  return task.state === "input-required" && approvalOf(task)?.status === "waiting"
}

/** The state of a task's approval. When the task has ended in another way, the approval counts as canceled. */
export function ApprovalFact({ task }: { readonly task: TracedTask }) {
  const t = useText()
  const approval = approvalOf(task)
  if (!approval) return null
  const isOver = approval.status === "waiting" && task.state !== "input-required"
  return (
    <Fact name={t("tasks.approval")}>
      <span className="flex flex-wrap items-center gap-x-4">
        <State state={isOver ? "canceled" : approval.status} />
        <TextLink to={LIST.approvals.to}>{t("tasks.to_approvals")}</TextLink>
      </span>
    </Fact>
  )
}
