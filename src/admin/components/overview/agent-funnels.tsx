import type { CurrencyFunnel } from "../../../domain/funnel"
import type { FunnelReport } from "../../api/funnel"
import { useText } from "../../i18n/use-text"
import { Cut } from "../common/cut"
import { DataTable } from "../common/data-table"
import type { Column } from "../common/table-props"
import { Empty } from "../common/empty"

/** One agent in one currency. Without a currency the agent has only searched, or was refused. */
interface Row {
  readonly client_id: string
  readonly name: string
  readonly searches: number
  readonly refused: number
  readonly steps: CurrencyFunnel | undefined
}

const NUMBERS = ["carts", "checkouts", "free", "payments", "sca_started", "paid", "pending"] as const

/** The agents with the most activity by currency, as a table. */
export function AgentFunnels({ of }: { readonly of: Pick<FunnelReport, "agents" | "has_more"> }) {
  const t = useText()
  const hasFree = of.agents.some(({ by_currency }) => by_currency.some(({ free }) => free > 0))
  const numbers = NUMBERS.filter((step) => step !== "free" || hasFree).map((step): Column<Row> => ({
    title: t(`overview.${step}`),
    cell: ({ steps }) => steps?.[step] ?? "–",
    is_number: true,
  }))
  const columns: Column<Row>[] = [
    { title: t("common.agent"), cell: ({ name }) => <Cut text={name} />, share: 20, on_card: "title" },
    { title: t("common.currency"), cell: ({ steps }) => steps?.currency ?? "–" },
    { title: t("overview.searches"), cell: ({ searches }) => searches, is_number: true },
    ...numbers,
    { title: t("overview.dropped"), cell: ({ steps }) => droppedIn(steps), is_number: true },
    { title: t("overview.refused"), cell: ({ refused }) => refused, is_number: true },
  ]
  return (
    <>
      {of.agents.length ? (
        <DataTable
          label={t("overview.by_agent")}
          rows={of.agents.flatMap(rowsOf)}
          columns={columns}
          keyOf={({ client_id, steps }) => `${client_id} ${steps?.currency}`}
          to={({ client_id }) => `/agentic-commerce/agents/${client_id}`}
        />
      ) : (
        <Empty title={t("overview.no_activity")} about={t("overview.no_activity_about")} />
      )}
      {of.has_more && <p className="txt-small text-ui-fg-subtle px-6 py-4">{t("overview.more_agents")}</p>}
    </>
  )
}

/** Searches and refusals have no currency, so they are in an agent's first row. */
function rowsOf({
  client_id,
  client_name,
  searches,
  refused,
  by_currency,
}: FunnelReport["agents"][number]): Row[] {
  const own = { client_id, name: client_name ?? client_id }
  const calls = { searches, refused: refused.reduce((sum, { count }) => sum + count, 0) }
  const [first, ...others] = by_currency
  return [
    { ...own, ...calls, steps: first },
    ...others.map((steps) => ({ ...own, searches: 0, refused: 0, steps })),
  ]
}

const droppedIn = (steps: CurrencyFunnel | undefined) =>
  steps ? steps.dropped.reduce((sum, { count }) => sum + count, 0) : "–"
