import { type Entry, type EntryFilter, useEntries } from "../../api/audit"
import { useText } from "../../i18n/use-text"
import { type Column, Rows } from "../common/rows"
import { When } from "../common/when"

/** What has happened, the newest first; the client is left out where it is the same in all. */
export function Entries({ of }: { readonly of: EntryFilter }) {
  const t = useText()
  const client: Column<Entry>[] = [{ title: t("audit.client"), cell: ({ client_id }) => client_id ?? "–" }]
  const columns: Column<Entry>[] = [
    { title: t("audit.at"), cell: ({ last_at }) => <When at={last_at} /> },
    {
      title: t("audit.what"),
      cell: ({ type, count }) => t.of("audit", type) + (count > 1 ? ` × ${count}` : ""),
    },
    ...(of.client_id ? [] : client),
    { title: t("audit.who"), cell: ({ actor_id }) => actor_id ?? "–" },
    { title: t("common.details"), cell: ({ detail }) => <Detail of={detail} /> },
  ]
  return (
    <Rows
      label={t("audit.title")}
      of={useEntries(of)}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ title: t("audit.empty"), about: t("audit.empty_about") }}
    />
  )
}

/** What an entry says beyond its kind, in the server's own words. */
function Detail({ of }: { readonly of: Entry["detail"] }) {
  const parts = Object.entries(of).map(([name, value]) => `${name}: ${textOf(value)}`)
  return (
    <span className="txt-compact-xsmall block max-w-md truncate font-mono" title={parts.join("\n")}>
      {parts.join(" · ")}
    </span>
  )
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))
