import { DEFAULT_ACCOUNT } from "./bank-account"
import { toDecimal } from "./money"

/** The kinds of alerts for the merchant. */
export const ALERT_KINDS = [
  "signature_failures",
  "bank_configuration",
  "payment_review",
  "approval_waiting",
  "payments_stuck",
  "books_differ",
  "webhook_failing",
  "webhook_disabled",
  "dispute",
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Where alerts are sent besides the admin: by the store's notification provider, and to addresses of the merchant. */
export const ALERT_DESTINATIONS = ["email", "webhook", "slack"] as const
export type AlertDestination = (typeof ALERT_DESTINATIONS)[number]

/** The kinds of pending work on payments that an alert reports. */
export type Backlog =
  | "effects_pending"
  | "inbox_waiting"
  | "bank_operations_open"
  | "payments_due"
  | "page_payments_open"
  | "paid_carts_open"

/** The payment of an alert. Amounts are integer minor units of `currency`. */
interface AboutPayment {
  readonly payment_id: string
  readonly order_id: string | null
  readonly shop_order_id: number | null
  readonly amount: number
  readonly currency: string
  readonly reason: string
}

/** The data of an alert by kind, from the time it was raised. Only the count of signature failures changes later. */
export interface AlertData {
  readonly signature_failures: {
    readonly count: number
    readonly last_reason: string
    readonly last_at: string
  }
  /**
   * `at`: when the bank has rejected the last call before the alert was raised. `bank_account` is absent in alerts from before
   * stores had several accounts.
   */
  readonly bank_configuration: { readonly code: string; readonly at: string; readonly bank_account?: string }
  readonly payment_review: AboutPayment
  readonly approval_waiting: {
    readonly approval_id: string
    readonly client_id: string
    readonly amount: number
    readonly currency: string
    readonly expires_at: string
  }
  readonly payments_stuck: { readonly backlog: Backlog; readonly count: number; readonly since: string }
  readonly books_differ: AboutPayment
  readonly webhook_failing: {
    readonly webhook_id: string
    readonly client_id: string
    readonly host: string
    readonly since: string
  }
  readonly webhook_disabled: {
    readonly webhook_id: string
    readonly client_id: string
    readonly host: string
    readonly reason: "gone" | "failing"
  }
  readonly dispute: AboutPayment & { readonly dispute_id: string }
}

/** The text of an alert. */
export interface AlertText {
  readonly title: string
  readonly description: string
}

/** The alert's text for the merchant. It contains ids and amounts, but no personal data. */
export function textOf<Kind extends AlertKind>(kind: Kind, data: AlertData[Kind]): AlertText {
  return TEXTS[kind](data)
}

const TEXTS: { readonly [Kind in AlertKind]: (data: AlertData[Kind]) => AlertText } = {
  signature_failures: ({ count, last_reason }) => ({
    title: "Notifications that are not the bank's",
    description: `${count} so far could not be verified, the last for ${last_reason}. Nothing was changed by them. Either a sender forges them, or the bank's keys do not match the store's configuration.`,
  }),
  bank_configuration: (data) => ({
    title: "The bank rejects the store's calls",
    description: `It opened no payment at ${new Date(data.at).toISOString()} (${rejectionOf(data)}). Payments fail until the bank's settings are right. Check the merchant, the terminal and the keys, and run gw-doctor.`,
  }),
  payment_review: (data) => ({
    title: `A payment needs review: ${nameOf(data)}`,
    description: `${sumOf(data)}, payment ${data.payment_id}: ${data.reason}.`,
  }),
  approval_waiting: ({ approval_id, client_id, expires_at, ...money }) => ({
    title: "A payment waits for your approval",
    description: `${sumOf(money)} for client ${client_id}, approval ${approval_id}. It expires at ${new Date(expires_at).toISOString()}.`,
  }),
  payments_stuck: ({ backlog, count, since }) => ({
    title: "Payments are stuck",
    description: `${BACKLOGS[backlog]}: ${count}, the oldest since ${new Date(since).toISOString()}. The store's log contains the reason.`,
  }),
  books_differ: (data) => ({
    title: `The books of a payment differ: ${nameOf(data)}`,
    description: `${sumOf(data)}, payment ${data.payment_id}: ${data.reason}. Refund and capture nothing until they agree.`,
  }),
  webhook_failing: ({ webhook_id, client_id, host, since }) => ({
    title: "A webhook fails",
    description: `Webhook ${webhook_id} of client ${client_id} at ${host} has accepted nothing since ${new Date(since).toISOString()}. Messages are retried for three days, and the webhook is disabled after five days.`,
  }),
  webhook_disabled: ({ webhook_id, client_id, host, reason }) => ({
    title: "A webhook was disabled",
    description: `Webhook ${webhook_id} of client ${client_id} at ${host} ${REASONS[reason]}. Nothing more is sent there: enable it once its receiver answers, or let the client register it again.`,
  }),
  dispute: (data) => ({
    title: `A cardholder disputes a payment: ${nameOf(data)}`,
    description: `${sumOf(data)} of payment ${data.payment_id}, reason: ${data.reason}. Answer dispute ${data.dispute_id} at the bank.`,
  }),
}

const BACKLOGS: Record<Backlog, string> = {
  effects_pending: "Bank updates that the store fails to record",
  inbox_waiting: "Bank notifications that are not processed",
  bank_operations_open: "Captures, voids and refunds whose outcome is not known",
  payments_due: "Payments whose check at the bank is overdue",
  page_payments_open: "Payments on the store's page that the store fails to end",
  paid_carts_open: "Paid carts of the storefront without an order or a refund",
}

const REASONS = {
  gone: "responded that it is gone (410)",
  failing: "has failed for five days",
}

/** The code with which a bank has rejected the store's configuration, and the account, if it is not the default one. */
const rejectionOf = ({ code, bank_account }: AlertData["bank_configuration"]): string =>
  bank_account === undefined || bank_account === DEFAULT_ACCOUNT ? code : `${code}, account ${bank_account}`

const nameOf = ({ shop_order_id, payment_id }: AboutPayment) =>
  shop_order_id ? `order ${shop_order_id}` : payment_id

const sumOf = ({ amount, currency }: Pick<AboutPayment, "amount" | "currency">) =>
  `${toDecimal(amount, currency)} ${currency}`
