import type { Waiting } from "./pending"

/** The account of a payment at a bank. */
const accountIn = (payment: string) => `case when ${payment}.route = 'bank' then ${payment}.bank_account end`

/** All backlogs that should be short. Each condition matches a partial index, or its table is small. */
export const PENDING_WORK: readonly Waiting[] = [
  {
    name: "gw_effects_pending",
    what: "Effects of payments that are not in the store yet",
    table: "gw_effect",
    where: "done_at is null",
    since: "created_at",
  },
  {
    name: "gw_payments_due",
    what: "Payments that are due to be queried at the bank",
    table: "gw_payment",
    where: "next_check_at <= now()",
    since: "next_check_at",
    account: accountIn("gw_payment"),
  },
  {
    name: "gw_page_payments_open",
    what: "Payments on the store's page that have not ended",
    table: "gw_payment",
    where: "next_check_at is not null and route = 'page' and status in ('created', 'requires_action')",
    since: "created_at",
  },
  {
    name: "gw_bank_operations_open",
    what: "Captures, voids and refunds whose outcome is not known",
    table: "gw_bank_operation",
    where: "status in ('requested', 'unknown')",
    since: "created_at",
    account: `(select ${accountIn("p")} from gw_payment p where p.id = gw_bank_operation.payment_id)`,
  },
  {
    name: "gw_books_differing",
    what: "Payments on which the bank, Medusa's records and the order do not agree",
    table: "gw_book_check",
    where: "differing > 1",
    since: "differs_since",
  },
  {
    name: "gw_payments_review",
    what: "Payments in manual review",
    table: "gw_payment",
    where: "review_reason is not null",
    since: "created_at",
  },
  {
    name: "gw_approvals_waiting",
    what: "Payments of agents that wait for the merchant's approval",
    table: "gw_approval",
    where: "status = 'waiting'",
    since: "created_at",
  },
  {
    name: "gw_inbox_waiting",
    what: "Events of the bank that are stored and not processed",
    table: "gw_bank_event",
    where: "processed_at is null",
    since: "received_at",
    account: "bank_account",
  },
  {
    name: "gw_push_due",
    what: "Push notifications that are due",
    table: "gw_push_config",
    where: "next_at <= now()",
    since: "next_at",
  },
  {
    name: "gw_webhook_deliveries_pending",
    what: "Deliveries to webhooks and platforms that are pending",
    table: "gw_webhook_delivery",
    where: "state = 'pending'",
    since: "created_at",
  },
  {
    name: "gw_catalog_stale",
    what: "Products that wait to be read into the catalog",
    table: "gw_catalog_stale",
    where: "true",
    since: "since",
  },
]
