import type { BankPayment } from "../audit/bank"
import type { Dossier } from "../audit/dossier"
import type { Plant } from "./plant"

const isPlain = ({ story, orders, bank, is_cancel_requested }: Dossier): boolean =>
  story?.expects === "order" && orders.length === 1 && !is_cancel_requested && bank?.status === "captured"

/** Captured, without a refund or dispute. */
const isUntouched = (dossier: Dossier): boolean =>
  isPlain(dossier) &&
  dossier.bank?.intent === "sale" &&
  dossier.bank.amounts.refunded === 0 &&
  dossier.bank.disputes.length === 0

/** One whose order is paid in full: an order that was raised later may have an outstanding amount. */
const isPaidInFull = (dossier: Dossier): boolean =>
  isUntouched(dossier) && Number(dossier.bank?.amounts.captured) >= Number(dossier.story?.order_total)

const isEuro = (dossier: Dossier): boolean => isUntouched(dossier) && dossier.bank?.currency === "EUR"

const MEDUSAS = `select m.id from payment m join gw_payment p on p.session_id = m.payment_session_id where p.id = :victim`
const COLLECTION = `select payment_collection_id from payment where id in (${MEDUSAS})`
const SESSION = "select session_id from gw_payment where id = :victim"
const ORDER = "select order_id from gw_payment where id = :victim"

/** Adds cents to every amount of a payment in the plugin and in Medusa. */
const addToMedusa = (cents: number): string[] => [
  `update gw_payment set amount = amount + ${cents}, captured_amount = captured_amount + ${cents} where id = :victim`,
  ...[
    ["payment", `id in (${MEDUSAS})`],
    ["payment_session", `id in (${SESSION})`],
    ["payment_collection", `id in (${COLLECTION})`],
    ["capture", `payment_id in (${MEDUSAS})`],
    ["order_transaction", `order_id in (${ORDER})`],
  ].map(([table, where]) => `update ${table} set amount = amount + ${cents / 100} where ${where}`),
  `update payment_collection set captured_amount = captured_amount + ${cents / 100} where id in (${COLLECTION})`,
  ...["transaction_total", "paid_total", "current_order_total"].map((sum) => addToSum(sum, cents / 100)),
]

/** Adds an amount to one of Medusa's sums of the order. */
const addToSum = (sum: string, amount: number | "itself"): string => {
  const now = `coalesce((totals->'raw_${sum}'->>'value')::numeric, (totals->>'${sum}')::numeric, 0)`
  const becomes = `to_jsonb(${now} + ${amount === "itself" ? now : amount})`
  return `update order_summary set totals = (totals - 'raw_${sum}') || jsonb_build_object('${sum}', ${becomes})
    where order_id in (${ORDER})`
}

const more = (payment: BankPayment, cents: number): BankPayment => ({
  ...payment,
  amount: payment.amount + cents,
  amounts: { ...payment.amounts, captured: payment.amounts.captured + cents },
  captures: payment.captures.map((capture) => ({ ...capture, amount: capture.amount + cents })),
})

const refunded = (payment: BankPayment, amount: number): BankPayment => ({
  ...payment,
  amounts: { ...payment.amounts, refunded: payment.amounts.refunded + amount },
  refunds: [...payment.refunds, { id: "rfd_x", merchant_reference: "gwo_x", amount, status: "succeeded" }],
})

/** Changes the currency of a payment to RON in the plugin and in Medusa. */
const IN_RON = [
  `update gw_payment set currency = 'RON' where id = :victim`,
  ...[
    ["payment", `id in (${MEDUSAS})`],
    ["payment_session", `id in (${SESSION})`],
    ["payment_collection", `id in (${COLLECTION})`],
    [`"order"`, `id in (${ORDER})`],
  ].map(([table, where]) => `update ${table} set currency_code = 'ron' where ${where}`),
]

const requestedRefund = ({ requested }: Dossier) =>
  requested.find(({ kind, outcome }) => kind === "refund" && outcome === "done")

/** Planted faults of charges, refunds and Medusa's sums. */
export const MONEY_PLANTS: readonly Plant[] = [
  {
    title: "one minor unit too much is charged, and bank, plugin and Medusa agree",
    kind: "difference",
    check: "as-requested",
    victim: isEuro,
    sql: addToMedusa(1),
    at_bank: (payment) => more(payment, 1),
  },
  {
    title: "a payment is charged in another currency, and bank, plugin and Medusa agree",
    kind: "difference",
    check: "as-requested",
    victim: isEuro,
    sql: IN_RON,
    at_bank: (payment) => ({ ...payment, currency: "RON" }),
  },
  {
    title: "a payment is created that no simulated agent requested",
    kind: "difference",
    check: "as-requested",
    victim: isUntouched,
    stories: (stories, victim) => stories.filter((story) => story !== victim?.story),
  },
  {
    title: "the payment of a valid cart is refunded for an internal reason",
    kind: "difference",
    check: "becomes-order",
    victim: (dossier) => isUntouched(dossier) && dossier.ours?.origin === "cart",
    sql: [
      `update "order" set status = 'canceled' where id in (${ORDER})`,
      `update gw_payment set refunded_amount = captured_amount, review_reason = 'Refunded: the total differs'
        where id = :victim`,
    ],
    at_bank: (payment) => refunded(payment, payment.amounts.captured),
  },
  {
    title: "a valid cart has no order, and its payment is refunded",
    kind: "difference",
    check: "becomes-order",
    victim: (dossier) => isUntouched(dossier) && dossier.ours?.origin === "cart",
    sql: [
      `update "order" set deleted_at = now() where id in (${ORDER})`,
      `update gw_payment set refunded_amount = captured_amount, review_reason = 'Refunded: the total differs'
        where id = :victim`,
    ],
    at_bank: (payment) => refunded(payment, payment.amounts.captured),
  },
  {
    title: "a refund without a request has an explanation of the store",
    kind: "duplicate",
    check: "requested-once",
    victim: isUntouched,
    sql: [`update gw_payment set refunded_amount = 1, review_reason = 'Refunded: a cent' where id = :victim`],
    at_bank: (payment) => refunded(payment, 1),
  },
  {
    title: "a refund is made twice after an unknown outcome",
    kind: "duplicate",
    check: "requested-once",
    victim: (dossier) => isPlain(dossier) && requestedRefund(dossier) && dossier.operations.length > 0,
    bank: (ledger, victim) => {
      const amount = victim && requestedRefund(victim)?.amount
      if (!amount) throw new Error("The payment has no refund.")
      return ledger.map((payment) => (payment === victim.bank ? refunded(payment, amount) : payment))
    },
  },
  {
    title: "a customer who has not paid is charged",
    kind: "difference",
    check: "not-charged",
    victim: ({ story, bank }) => story?.expects === "no charge" && bank?.captures.length === 0,
    at_bank: (payment) => ({
      ...payment,
      status: "captured",
      captures: [{ id: "cap_x", merchant_reference: null, amount: payment.amount }],
      amounts: { ...payment.amounts, captured: payment.amount },
    }),
  },
  {
    title: "an order at no cost is charged",
    kind: "difference",
    check: "not-charged",
    victim: ({ ours }) => ours?.status === "nothing_due",
    bank: (ledger, victim) => {
      const [any] = ledger
      const merchant_reference = victim?.ours?.merchant_reference
      if (!any || !merchant_reference) throw new Error("The books contain no payment for this planted fault.")
      return [...ledger, { ...any, id: "pay_x", merchant_reference }]
    },
  },
  {
    title: "paid_total is doubled",
    kind: "difference",
    check: "order-books",
    victim: isUntouched,
    sql: ["paid_total", "transaction_total"].map((sum) => addToSum(sum, "itself")),
  },
  {
    title: "refunded_total contains a refund that the bank has not made",
    kind: "difference",
    check: "order-books",
    victim: isUntouched,
    sql: [addToSum("refunded_total", 1), addToSum("transaction_total", -1)],
  },
  {
    title: "pending_difference suggests a refund",
    kind: "difference",
    check: "order-books",
    victim: isUntouched,
    sql: [addToSum("pending_difference", -1)],
  },
  {
    title: "the total of an order changes after its payment",
    kind: "difference",
    check: "ordered-as-requested",
    victim: isUntouched,
    sql: [addToSum("current_order_total", 1), addToSum("pending_difference", 1)],
  },
  {
    title: "a fully paid order has an outstanding amount",
    kind: "difference",
    check: "order-books",
    victim: isPaidInFull,
    sql: [addToSum("current_order_total", 1), addToSum("pending_difference", 1)],
  },
  {
    title: "a client's volume is counted twice",
    kind: "difference",
    check: "client-volume",
    sql: [
      `insert into gw_client_revenue (client_id, currency, orders, paid, refunded)
       select client_id, currency, orders, paid, refunded from gw_client_revenue where paid > 0 limit 1`,
    ],
  },
]
