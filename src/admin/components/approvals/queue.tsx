import { Button } from "@medusajs/ui"
import { useState } from "react"
import { type Approval, type Decision, useApprovals } from "../../api/approvals"
import { useText } from "../../i18n/use-text"
import type { Column } from "../common/table-props"
import { Rows } from "../common/rows"
import { Section } from "../common/section"
import { useSorting } from "../common/sorting"
import { When } from "../common/when"
import { columnsOf } from "./columns"
import { type PendingDecision, DecisionPrompt } from "./decision-prompt"

/** The payments that wait for the merchant's approval, with the buttons to decide. */
export function Queue() {
  const t = useText()
  const sorting = useSorting(["amount", "created_at", "expires_at"], "queue_order")
  const [pending, setPending] = useState<PendingDecision | null>(null)
  const button = (approval: Approval, decision: Decision["decision"]) => (
    <Button
      size="small"
      variant={decision === "approve" ? "primary" : "secondary"}
      onClick={() => setPending({ approval, decision })}
    >
      {t(`approvals.${decision}`)}
    </Button>
  )
  const columns: Column<Approval>[] = [
    ...columnsOf(t),
    {
      title: t("approvals.requested"),
      sort_by: "created_at",
      cell: ({ created_at }) => <When at={created_at} />,
    },
    {
      title: t("approvals.expires"),
      sort_by: "expires_at",
      cell: ({ expires_at }) => <When at={expires_at} />,
    },
    {
      title: t("common.actions"),
      on_card: "actions",
      cell: (approval) => (
        <span className="flex gap-2">
          {button(approval, "approve")}
          {button(approval, "refuse")}
        </span>
      ),
    },
  ]
  return (
    <Section level="h1" title={t("approvals.title")} about={t("approvals.subtitle")}>
      <Rows
        label={t("approvals.title")}
        of={useApprovals({ status: "waiting", order: sorting.order })}
        sorting={sorting}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: t("approvals.empty"),
          about: t("approvals.empty_about"),
          why: "good",
        }}
      />
      {pending && <DecisionPrompt {...pending} close={() => setPending(null)} />}
    </Section>
  )
}
