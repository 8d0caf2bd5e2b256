import { useSearchParams } from "react-router-dom"
import { WEBHOOK_EVENTS } from "../../../domain/webhook"
import { type Delivery, useDeliveries, type Webhook } from "../../api/webhooks"
import { type Text, useText } from "../../i18n/use-text"
import { ExportButton } from "../common/export-button"
import type { Column } from "../common/table-props"
import { Rows } from "../common/rows"
import { useSorting } from "../common/sorting"
import { Section } from "../common/section"
import { State } from "../common/state"
import { When } from "../common/when"
import { ChoiceFilter } from "../filters/choice-filter"
import { DaysFilter } from "../filters/days-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import { useFilters } from "../filters/use-filters"
import { DeliverySide } from "./delivery-side"

const STATES = ["pending", "delivered", "dead"] as const

interface Props {
  readonly webhook: Pick<Webhook, "id" | "status">
}

/** The deliveries of a webhook, and one of them in a side panel. The URL contains which one. */
export function Deliveries({ webhook: { id, status } }: Props) {
  const t = useText()
  const filters = useFilters(["q", "state", "type", "created_from", "created_to"])
  const sorting = useSorting(["created_at"])
  const { created_from: from, created_to: to } = filters.values
  const shown = useFilters(["delivery"])
  const [params] = useSearchParams()
  const addressOf = (delivery: Delivery) => {
    const address = new URLSearchParams(params)
    address.set("delivery", delivery.id)
    return `?${address.toString()}`
  }
  return (
    <Section title={t("webhooks.deliveries")} about={t("webhooks.deliveries_about")}>
      <FilterBar
        of={filters}
        actions={
          <ExportButton
            list="deliveries"
            path={`/webhooks/${id}/deliveries`}
            query={filters.values}
            from={from}
            to={to}
          />
        }
      >
        <TextFilter
          of={filters}
          name="q"
          is_wide
          label={t("common.search")}
          hint={t("webhooks.delivery_search_hint")}
        />
        <ChoiceFilter
          of={filters}
          name="state"
          label={t("webhooks.state")}
          options={STATES.map((state) => [state, t.of("states", state)])}
        />
        <ChoiceFilter
          of={filters}
          name="type"
          label={t("webhooks.event")}
          options={WEBHOOK_EVENTS.map((type) => [type, type])}
        />
        <DaysFilter of={filters} from="created_from" to="created_to" />
      </FilterBar>
      <Rows
        label={t("webhooks.deliveries")}
        of={useDeliveries(id, { ...filters.values, order: sorting.order })}
        columns={columnsIn(t)}
        sorting={sorting}
        keyOf={(delivery) => delivery.id}
        to={addressOf}
        empty={{ title: t("webhooks.no_deliveries"), about: t("webhooks.no_deliveries_about") }}
        is_narrowed={filters.is_narrowed}
      />
      {shown.values.delivery && (
        <DeliverySide
          webhook_id={id}
          delivery_id={shown.values.delivery}
          is_enabled={status !== "disabled"}
          close={shown.clear}
        />
      )}
    </Section>
  )
}

const columnsIn = (t: Text): Column<Delivery>[] => [
  { title: t("webhooks.event"), cell: ({ type }) => type, on_card: "title" },
  { title: t("webhooks.state"), cell: ({ state }) => <State state={state} />, on_card: "beside_title" },
  { title: t("webhooks.response"), cell: (delivery) => answerOf(delivery, t) },
  { title: t("webhooks.attempts"), is_number: true, cell: ({ attempt_count }) => attempt_count },
  {
    title: t("webhooks.delivery_created"),
    sort_by: "created_at",
    cell: ({ created_at }) => <When at={created_at} />,
  },
  { title: t("webhooks.next_attempt"), cell: ({ next_attempt_at }) => <When at={next_attempt_at} /> },
]

function answerOf({ last_status, last_error }: Delivery, t: Text): string {
  if (last_status !== null) return String(last_status)
  return last_error === null ? "–" : t("webhooks.no_response")
}
