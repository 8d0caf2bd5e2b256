import type { Difference } from "../../../modules/bank/models/difference"
import type { Entry } from "../../api/payments"
import type { Text } from "../../i18n/use-text"
import { formatMoney } from "../common/money"
import { failureIn } from "../common/reason-words"
import { deliveryErrorIn } from "../webhooks/delivery-words"
import { differenceIn } from "./review-reason"
import { reviewIn } from "./review-words"

interface Delivery {
  readonly url: string
  readonly state: string
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
}

/** The details of a timeline entry, one sentence each, without unknown ones. */
export function linesOf({ kind, detail }: Entry, currency: string, t: Text): string[] {
  const text = (member: string) => (typeof detail[member] === "string" ? [String(detail[member])] : [])
  const amount = typeof detail.amount === "number" ? [formatMoney(detail.amount, currency, t.language)] : []
  switch (kind) {
    case "call":
      return [...amount, ...fromOf(detail, t), ...text("reason")]
    case "answer":
      return text("error_code").map((code) => failureIn({ code }, t))
    case "sca":
      return text("message").map((message) => failureIn({ code: String(detail.code), message }, t))
    case "message":
      return [t.of("timeline", `verdict_${String(detail.verdict ?? "none")}`)]
    case "effect":
      return [...amount, ...(detail.state === "done" ? [] : [lateOf(detail, t), ...text("error")])]
    case "review":
      return [...whyOf(detail, t), ...text("note"), ...text("by")]
    case "webhook":
      return deliveriesOf(detail.deliveries, t)
    default:
      return amount
  }
}

function fromOf({ from, by }: Entry["detail"], t: Text): string[] {
  if (from === "staff") return [t("timeline.from_staff", { by: String(by) })]
  return from === "medusa" ? [t("timeline.from_medusa")] : [t("timeline.from_agent")]
}

function whyOf({ reason, difference }: Entry["detail"], t: Text): string[] {
  if (difference) return [differenceIn(difference as Difference, t)]
  return typeof reason === "string" ? [reviewIn(reason, t)] : []
}

const lateOf = ({ attempts }: Entry["detail"], t: Text) =>
  t("timeline.effect_late", { count: Number(attempts) })

function deliveriesOf(deliveries: unknown, t: Text): string[] {
  const sent = (deliveries ?? []) as Delivery[]
  if (!sent.length) return [t("timeline.no_receivers")]
  return sent.map(({ url, state, attempts, last_status, last_error }) => {
    const line = t("timeline.delivery", { url, state: t.of("states", state), count: attempts })
    const why = last_error === null ? last_status : deliveryErrorIn(last_error, t)
    return why === null || state === "delivered" ? line : `${line} (${why})`
  })
}
