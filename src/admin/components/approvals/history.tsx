import { type Approval, useApprovals } from "../../api/approvals"
import { useText } from "../../i18n/use-text"
import { Rows } from "../common/rows"
import { Section } from "../common/section"
import { State } from "../common/state"
import { When } from "../common/when"
import { columnsOf } from "./columns"

/** The payments that wait no more: what became of each, and by whom. */
export function History() {
  const t = useText()
  const columns = [
    ...columnsOf(t),
    { title: t("approvals.outcome"), cell: ({ status }: Approval) => <State state={status} /> },
    { title: t("approvals.decided"), cell: ({ decided_at }: Approval) => <When at={decided_at} /> },
    {
      title: t("approvals.by"),
      cell: ({ decided_by, decided_by_email }: Approval) => decided_by_email ?? decided_by ?? "–",
    },
    { title: t("approvals.note"), cell: ({ note }: Approval) => note ?? "–" },
  ]
  return (
    <Section title={t("approvals.history")} about={t("approvals.history_about")}>
      <Rows
        label={t("approvals.history")}
        of={useApprovals("decided")}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: t("approvals.nothing_decided"), about: t("approvals.nothing_decided_about") }}
      />
    </Section>
  )
}
