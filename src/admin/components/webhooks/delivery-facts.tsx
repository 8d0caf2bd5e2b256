import type { Trace } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { State } from "../common/state"
import { TextLink } from "../common/text-link"
import { When } from "../common/when"

/** The event of a delivery, and its progress. */
export function DeliveryFacts({ delivery }: { readonly delivery: Trace }) {
  const t = useText()
  const { type, event_id, sequence, state, order_id, next_attempt_at, created_at, ended_at } = delivery
  return (
    <Facts>
      <Fact name={t("webhooks.event")}>{type}</Fact>
      <Fact name={t("webhooks.event_id")}>{`${event_id} (${t("webhooks.sequence", { sequence })})`}</Fact>
      {order_id && (
        <Fact name={t("webhooks.order")}>
          <TextLink to={`/orders/${order_id}`}>{order_id}</TextLink>
        </Fact>
      )}
      <Fact name={t("webhooks.state")}>
        <State state={state} />
      </Fact>
      <Fact name={t("webhooks.delivery_created")}>
        <When at={created_at} is_exact />
      </Fact>
      <Fact name={t(ended_at ? "webhooks.ended_at" : "webhooks.next_attempt")}>
        <When at={ended_at ?? next_attempt_at} is_exact />
      </Fact>
    </Facts>
  )
}
