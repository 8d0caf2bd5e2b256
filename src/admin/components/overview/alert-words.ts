import type { AlertData } from "../../../domain/alerts"
import { DEFAULT_ACCOUNT } from "../../../domain/bank-account"
import type { ShownAlert } from "../../api/alerts"
import type { Text } from "../../i18n/use-text"
import { momentText } from "../common/moment"
import { formatMoney } from "../common/money"
import { disputeIn, signatureIn } from "../common/reason-words"
import { reviewsIn } from "../payments/review-words"

type Values = Readonly<Record<string, string | number>>

/** The values for the texts of an alert; `agentOf` returns the name of an agent. */
export function valuesOf(alert: ShownAlert, t: Text, agentOf: (client_id: string) => string): Values {
  switch (alert.kind) {
    case "signature_failures":
      return { times: alert.data.count, reason: signatureIn(alert.data.last_reason, t) }
    case "bank_configuration":
      return { code: rejectionIn(alert.data, t), at: momentText(alert.data.at, t.language) }
    case "payments_stuck":
      return { times: alert.data.count, backlog: t(`alerts.${alert.data.backlog}`) }
    case "approval_waiting": {
      const { amount, currency, client_id, expires_at } = alert.data
      const until = momentText(expires_at, t.language)
      return { sum: formatMoney(amount, currency, t.language), agent: agentOf(client_id), until }
    }
    case "webhook_failing":
      return { host: alert.data.host, since: momentText(alert.data.since, t.language) }
    case "webhook_disabled":
      return { host: alert.data.host, why: t(`alerts.${alert.data.reason}`) }
    case "payment_review":
    case "books_differ":
    case "dispute": {
      const { amount, currency, shop_order_id, payment_id, reason } = alert.data
      const name = shop_order_id ? `#${shop_order_id}` : payment_id
      const why = alert.kind === "dispute" ? disputeIn(reason, t) : reviewsIn(reason, t).join("; ")
      return { name, reason: why, sum: formatMoney(amount, currency, t.language) }
    }
  }
}

/** The code with which a bank has rejected the store's configuration, and the account, if it is not the default one. */
function rejectionIn(
  { code, bank_account: account = DEFAULT_ACCOUNT }: AlertData["bank_configuration"],
  t: Text
) {
  return account === DEFAULT_ACCOUNT ? code : t("alerts.code_at_account", { code, account })
}

/** The page where the alert can be resolved, if there is one. */
export function linkOf(alert: ShownAlert): string | undefined {
  switch (alert.kind) {
    case "payment_review":
    case "books_differ":
    case "dispute":
      return `/agentic-commerce/payments/${alert.data.payment_id}`
    case "payments_stuck":
      return "/agentic-commerce/payments"
    case "approval_waiting":
      return "/agentic-commerce/approvals"
    case "webhook_failing":
    case "webhook_disabled":
      return `/agentic-commerce/webhooks/${alert.data.webhook_id}`
    case "bank_configuration":
      return "/agentic-commerce/settings"
    case "signature_failures":
      return undefined
  }
}
