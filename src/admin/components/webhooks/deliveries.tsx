import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { type Delivery, useDeliveries, type Webhook } from "../../api/webhooks"
import { type Text, useText } from "../../i18n/use-text"
import { type Column, Rows } from "../common/rows"
import { Section } from "../common/section"
import { State } from "../common/state"
import { When } from "../common/when"
import { Choice } from "./choice"
import { DeliverySide } from "./delivery-side"

const STATES = ["all", "pending", "delivered", "dead"] as const

/** What was and is owed to a webhook, and one of it at the side. */
export function Deliveries({
  webhook: { id, status },
}: {
  readonly webhook: Pick<Webhook, "id" | "status">
}) {
  const t = useText()
  const [state, setState] = useState<(typeof STATES)[number]>("all")
  const [params, setParams] = useSearchParams()
  const list = useDeliveries(id, { state: state === "all" ? undefined : state })
  const delivery_id = params.get("delivery")
  const options = STATES.map((value) => ({
    value,
    name: value === "all" ? t("common.all") : t.of("states", value),
  }))
  const choice = <Choice label={t("webhooks.state")} value={state} options={options} choose={setState} />
  return (
    <Section title={t("webhooks.deliveries")} about={t("webhooks.deliveries_about")} actions={choice}>
      <Rows
        label={t("webhooks.deliveries")}
        of={list}
        columns={columnsIn(t)}
        keyOf={(delivery) => delivery.id}
        to={(delivery) => `?delivery=${delivery.id}`}
        empty={{ title: t("webhooks.no_deliveries"), about: t("webhooks.no_deliveries_about") }}
      />
      {delivery_id && (
        <DeliverySide
          webhook_id={id}
          delivery_id={delivery_id}
          is_active={status === "active"}
          close={() => setParams({})}
        />
      )}
    </Section>
  )
}

const columnsIn = (t: Text): Column<Delivery>[] => [
  { title: t("webhooks.event"), cell: ({ type }) => type },
  { title: t("webhooks.state"), cell: ({ state }) => <State state={state} /> },
  { title: t("webhooks.answer"), cell: (delivery) => answerOf(delivery, t) },
  { title: t("webhooks.attempts"), is_number: true, cell: ({ attempt_count }) => attempt_count },
  { title: t("webhooks.owed_at"), cell: ({ created_at }) => <When at={created_at} /> },
  { title: t("webhooks.next_attempt"), cell: ({ next_attempt_at }) => <When at={next_attempt_at} /> },
]

function answerOf({ last_status, last_error }: Delivery, t: Text): string {
  if (last_status !== null) return String(last_status)
  return last_error === null ? "–" : t("webhooks.no_answer")
}
