import type { ShownAlert } from "../../api/alerts"
import type { Text } from "../../i18n/use-text"
import { formatMoney } from "../common/money"

type Values = Readonly<Record<string, string | number>>

/** What is filled into the texts about an alert. */
export function valuesOf(alert: ShownAlert, t: Text): Values {
  switch (alert.kind) {
    case "signature_failures":
      return { times: alert.data.count, reason: alert.data.last_reason }
    case "payments_stuck":
      return { times: alert.data.count, pile: t(`alerts.${alert.data.pile}`) }
    case "webhook_disabled":
      return { host: alert.data.host, why: t(`alerts.${alert.data.reason}`) }
    case "payment_review":
    case "books_differ":
    case "dispute": {
      const { amount, currency, shop_order_id, payment_id, reason } = alert.data
      const name = shop_order_id ? `#${shop_order_id}` : payment_id
      return { name, reason, sum: formatMoney(amount, currency, t.language) }
    }
  }
}

/** The page where it is seen to, if there is one. */
export function linkOf(alert: ShownAlert): string | undefined {
  switch (alert.kind) {
    case "payment_review":
    case "books_differ":
    case "dispute":
      return `/agentic-commerce/payments/${alert.data.payment_id}`
    case "payments_stuck":
      return "/agentic-commerce/payments"
    case "webhook_disabled":
      return `/agentic-commerce/webhooks/${alert.data.webhook_id}`
    case "signature_failures":
      return undefined
  }
}
