import { VIEW_LISTS } from "../../../domain/saved-view"
import { DELIVERY_STATUSES } from "../../../modules/webhook/models/subscription"
import { useWebhooks, type Webhook } from "../../api/webhooks"
import { type Text, useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import { Count, COUNTED } from "../common/count"
import { Cut } from "../common/cut"
import { ExportButton } from "../common/export-button"
import type { Column } from "../common/table-props"
import { Rows } from "../common/rows"
import { useSorting } from "../common/sorting"
import { When } from "../common/when"
import { AgentFilter } from "../filters/agent-filter"
import { ChoiceFilter } from "../filters/choice-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import { useFilters } from "../filters/use-filters"
import { SavedViews } from "../views/saved-views"
import { WebhookStatus } from "./webhook-status"

/** The webhooks of agents, filtered by URL, status and agent. */
export function WebhookList() {
  const t = useText()
  const filters = useFilters(VIEW_LISTS.webhooks.filters)
  const sorting = useSorting(VIEW_LISTS.webhooks.sorts)
  return (
    <>
      <SavedViews list="webhooks" />
      <FilterBar of={filters} actions={<ExportButton list="webhooks" query={filters.values} />}>
        <TextFilter of={filters} name="q" label={t("webhooks.search")} />
        <ChoiceFilter
          of={filters}
          name="status"
          label={t("webhooks.status")}
          options={DELIVERY_STATUSES.map((status) => [status, t.of("states", status)])}
        />
        <AgentFilter of={filters} />
      </FilterBar>
      <Rows
        label={t("webhooks.title")}
        of={useWebhooks({ ...filters.values, order: sorting.order })}
        columns={columnsIn(t)}
        sorting={sorting}
        keyOf={({ id }) => id}
        to={({ id }) => `/agentic-commerce/webhooks/${id}`}
        empty={{ title: t("webhooks.empty"), about: t("webhooks.empty_about") }}
        is_narrowed={filters.is_narrowed}
      />
    </>
  )
}

const columnsIn = (t: Text): Column<Webhook>[] => [
  {
    title: t("webhooks.url"),
    share: 40,
    on_card: "title",
    sort_by: "url",
    cell: ({ url }) => <Cut text={url} />,
  },
  {
    title: t("common.agent"),
    share: 20,
    cell: ({ client_id, client_name }) => <AgentLink id={client_id} name={client_name} />,
  },
  { title: t("webhooks.status"), cell: (webhook) => <WebhookStatus of={webhook} /> },
  {
    title: t("webhooks.waiting"),
    is_number: true,
    cell: ({ waiting }) => <Count of={waiting} limit={COUNTED.waiting} />,
  },
  {
    title: t("webhooks.created"),
    sort_by: "created_at",
    cell: ({ created_at }) => <When at={created_at} />,
  },
]
