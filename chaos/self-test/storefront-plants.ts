import type { BankPayment } from "../audit/bank"
import type { Dossier } from "../audit/dossier"
import { copyRow } from "./copy-row"
import { PAGE_PLANTS } from "./page-plants"
import type { Plant } from "./plant"

const ORDER = "select order_id from gw_payment where id = :victim"

const isUntouched = ({ story, orders, bank, is_cancel_requested }: Dossier) =>
  story?.expects === "order" &&
  orders.length === 1 &&
  !is_cancel_requested &&
  bank?.status === "captured" &&
  bank.amounts.refunded === 0

const refunded = (payment: BankPayment, amount: number): BankPayment => ({
  ...payment,
  amounts: { ...payment.amounts, refunded: amount },
  refunds: [{ id: "re_planted", merchant_reference: "re_planted", amount, status: "succeeded" }],
})

/** Planted faults of payments in the storefront. */
export const STOREFRONT_PLANTS: readonly Plant[] = [
  ...PAGE_PLANTS,
  {
    title: "a paid cart has no order, and its payment is refunded",
    kind: "difference",
    check: "becomes-order",
    victim: isUntouched,
    sql: [
      `update "order" set deleted_at = now() where id in (${ORDER})`,
      "update gw_payment set refunded_amount = captured_amount where id = :victim",
    ],
    at_bank: (payment) => refunded(payment, payment.amounts.captured),
  },
  {
    title: "a cart becomes two orders",
    kind: "duplicate",
    check: "only-one",
    victim: isUntouched,
    sql: [
      copyRow("order_payment_collection", `order_id in (${ORDER})`, {
        id: "ordpay_twin",
        order_id: "order_twin",
      }),
      copyRow("order", `id in (${ORDER})`, { id: "order_twin", display_id: 999_999 }),
    ],
  },
  {
    title: "a refund is made without a request",
    kind: "duplicate",
    check: "requested-once",
    victim: isUntouched,
    sql: ["update gw_payment set refunded_amount = 1 where id = :victim"],
    at_bank: (payment) => refunded(payment, 1),
  },
  {
    title: "an order is not recorded for the agent",
    kind: "difference",
    check: "known-to-both",
    victim: isUntouched,
    sql: ["delete from gw_payment where id = :victim"],
    bank: (ledger, victim) =>
      ledger.map((payment) =>
        payment === victim?.bank ? { ...payment, merchant_reference: payment.id } : payment
      ),
  },
]
