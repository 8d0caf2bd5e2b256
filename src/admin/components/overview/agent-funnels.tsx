import type { CurrencyFunnel } from "../../../domain/funnel"
import type { FunnelReport } from "../../api/funnel"
import { useText } from "../../i18n/use-text"
import { type Column, Rows } from "../common/rows"

/** One agent in one currency; without a currency it has only searched, or was refused. */
interface Row {
  readonly client_id: string
  readonly name: string
  readonly searches: number
  readonly refused: number
  readonly steps: CurrencyFunnel | undefined
}

const NUMBERS = ["carts", "checkouts", "payments", "sca_started", "paid", "pending"] as const

/** The busiest agents by currency, as a table. */
export function AgentFunnels({ of }: { readonly of: Pick<FunnelReport, "agents" | "has_more"> }) {
  const t = useText()
  const numbers = NUMBERS.map((step): Column<Row> => ({
    title: t(`overview.${step}`),
    cell: ({ steps }) => steps?.[step] ?? "–",
    is_number: true,
  }))
  const columns: Column<Row>[] = [
    { title: t("overview.agent"), cell: ({ name }) => name },
    { title: t("overview.currency"), cell: ({ steps }) => steps?.currency ?? "–" },
    { title: t("overview.searches"), cell: ({ searches }) => searches, is_number: true },
    ...numbers,
    { title: t("overview.dropped"), cell: ({ steps }) => droppedIn(steps), is_number: true },
    { title: t("overview.refused"), cell: ({ refused }) => refused, is_number: true },
  ]
  return (
    <>
      <Rows
        label={t("overview.by_agent")}
        of={{ ...READ, rows: of.agents.flatMap(rowsOf) }}
        columns={columns}
        keyOf={({ client_id, steps }) => `${client_id} ${steps?.currency}`}
        to={({ client_id }) => `/agentic-commerce/agents/${client_id}`}
        empty={{ title: t("overview.quiet"), about: t("overview.quiet_about") }}
      />
      {of.has_more && <p className="txt-small text-ui-fg-subtle px-6 py-4">{t("overview.more_agents")}</p>}
    </>
  )
}

/** A list that was read at once. */
const READ = {
  ...{ is_loading: false, error: null, has_more: false, is_loading_more: false },
  more: () => undefined,
  again: () => undefined,
}

/** Searches and refusals have no currency: they stand in an agent's first row. */
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
