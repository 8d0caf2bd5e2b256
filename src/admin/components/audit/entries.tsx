import { type Entry, type EntryQuery, useEntries } from "../../api/audit"
import { type Person, useAgentNames, usePeople } from "../../api/names"
import { type Text, useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import type { Column } from "../common/table-props"
import { PersonName } from "../common/person-name"
import { Rows } from "../common/rows"
import type { Sorting } from "../common/sorting"
import { When } from "../common/when"
import { Detail } from "./detail"

interface Props {
  readonly of: Omit<EntryQuery, "order">
  /** Set if the user can sort the entries. */
  readonly sorting?: Sorting
  /** Whether filters are active. */
  readonly is_narrowed?: boolean
}

/** Audit log entries, by default the newest first. The agent's column is left out when all entries are about one agent. */
export function Entries({ of, sorting, is_narrowed = false }: Props) {
  const t = useText()
  const entries = useEntries({ ...of, order: sorting?.order })
  const agents = useAgentNames(of.client_id ? [] : entries.rows.flatMap(({ client_id }) => client_id ?? []))
  const personOf = usePeople(entries.rows.flatMap(actorOf))
  const agent: Column<Entry> = {
    title: t("common.agent"),
    share: 15,
    cell: ({ client_id }) => (client_id ? <AgentLink id={client_id} name={agents[client_id]} /> : "–"),
  }
  const columns: Column<Entry>[] = [
    { title: t("audit.date"), sort_by: "at", cell: ({ at }) => <When at={at} is_exact /> },
    {
      title: t("audit.action"),
      cell: ({ type, count }) => t.of("audit", type) + (count > 1 ? ` × ${count}` : ""),
    },
    ...(of.client_id ? [] : [agent]),
    {
      title: t("audit.by"),
      share: 15,
      cell: (entry) => actorOf(entry).map((one) => <PersonName key={one.id} of={personOf(one)} />)[0] ?? "–",
    },
    {
      title: t("common.details"),
      share: 50,
      cell: (entry) => <Detail of={detailIn(entry, t)} />,
    },
  ]
  return (
    <Rows
      label={t("audit.title")}
      of={entries}
      columns={columns}
      {...(sorting && { sorting })}
      keyOf={({ id }) => id}
      empty={{ title: t("audit.empty"), about: t("audit.empty_about") }}
      is_narrowed={is_narrowed}
    />
  )
}

/** The details of an entry, with a translated reason for a refused call and the time of the last repetition. */
const detailIn = ({ type, detail, count, last_at }: Entry, t: Text): Entry["detail"] => ({
  ...detail,
  ...(type === "call_refused" && { reason: t.of("refusals", String(detail.reason)) }),
  ...(count > 1 && { last_at }),
})

/** The person who caused the entry, if a person did. */
const actorOf = ({ actor_type: type, actor_id: id }: Entry): Pick<Person, "type" | "id">[] =>
  type && id ? [{ type, id }] : []
