import { VIEW_LISTS } from "../../../domain/saved-view"
import { type Approval, useApprovals } from "../../api/approvals"
import { usePeople } from "../../api/names"
import { useText } from "../../i18n/use-text"
import type { Column } from "../common/table-props"
import { PersonLink } from "../common/person-name"
import { failureIn } from "../common/reason-words"
import { Rows } from "../common/rows"
import { Section } from "../common/section"
import { useSorting } from "../common/sorting"
import { State } from "../common/state"
import { When } from "../common/when"
import { Wrapped } from "../common/wrapped"
import { useFilters } from "../filters/use-filters"
import { SavedViews } from "../views/saved-views"
import { columnsOf } from "./columns"
import { HistoryFilters } from "./history-filters"

/** The decided approvals with their outcome and who decided, filtered by search text, outcome, kind, agent and days. */
export function History() {
  const t = useText()
  const filters = useFilters(VIEW_LISTS.approvals.filters)
  const sorting = useSorting(VIEW_LISTS.approvals.sorts)
  const { status = "decided", ...values } = filters.values
  const decided = useApprovals({ ...values, status, order: sorting.order })
  const personOf = usePeople(decided.rows.flatMap(deciderOf))
  const columns: Column<Approval>[] = [
    ...columnsOf(t),
    {
      title: t("approvals.outcome"),
      on_card: "beside_title",
      cell: (approval) => <Outcome of={approval} />,
    },
    {
      title: t("approvals.decided"),
      sort_by: "decided_at",
      cell: ({ decided_at }) => <When at={decided_at} />,
    },
    {
      title: t("approvals.by"),
      share: 20,
      cell: (approval) =>
        deciderOf(approval).map((one) => <PersonLink key={one.id} of={personOf(one)} />)[0] ?? "–",
    },
    { title: t("approvals.note"), share: 30, cell: ({ note }) => <Wrapped>{note ?? "–"}</Wrapped> },
  ]
  return (
    <Section title={t("approvals.history")} about={t("approvals.history_about")}>
      <SavedViews list="approvals" />
      <HistoryFilters of={filters} />
      <Rows
        label={t("approvals.history")}
        of={decided}
        columns={columns}
        sorting={sorting}
        keyOf={({ id }) => id}
        empty={{ title: t("approvals.history_empty"), about: t("approvals.history_empty_about") }}
        is_narrowed={filters.is_narrowed}
      />
    </Section>
  )
}

/** The decision, and why an approved refund failed. */
function Outcome({ of: { status, failure_code } }: { readonly of: Approval }) {
  const t = useText()
  if (failure_code === null) return <State state={status} />
  const why = failureIn({ code: failure_code }, t)
  return (
    <span className="flex flex-col items-start gap-1">
      <State state={status} />
      <State state="failed" />
      <Wrapped>{t("approvals.refund_failed", { why })}</Wrapped>
    </span>
  )
}

/** The user who decided, if a user did. */
const deciderOf = ({ decided_by: id }: Approval) => (id ? [{ type: "user" as const, id }] : [])
