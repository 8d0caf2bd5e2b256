import type { BankPayment } from "../audit/bank"
import { CLIENT_PLANTS } from "./client-plants"
import { copyRow } from "./copy-row"
import { MONEY_PLANTS } from "./money-plants"
import type { Plant } from "./plant"
import { BOUGHT, DECLINED, IN_YEN, orderOf, PAID, recordOf, REFUNDED, SAVED_CARD } from "./victims"

const isPaid = ({ intent, status, amounts }: BankPayment) =>
  intent === "sale" && status === "captured" && amounts.refunded === 0

/** Replaces the first payment of a kind in the ledger. */
const replaceFirst =
  (isVictim: (payment: BankPayment) => boolean, change: (payment: BankPayment) => BankPayment[]) =>
  (ledger: readonly BankPayment[]): BankPayment[] => {
    const victim = ledger.find(isVictim)
    if (!victim) throw new Error("The ledger contains no payment for this planted fault.")
    return ledger.flatMap((payment) => (payment === victim ? change(payment) : [payment]))
  }

const NOTHING = { captured: 0, refunded: 0 }

/** All planted faults, with the check that must report each. */
export const PLANTS: readonly Plant[] = [
  {
    title: "a capture is missing in Medusa",
    kind: "difference",
    check: "movements-recorded",
    sql: [`delete from capture where payment_id = ${recordOf(PAID)}`],
  },
  {
    title: "the bank has captured the payment of an unpaid order",
    kind: "difference",
    check: "movements-recorded",
    sql: [
      `delete from order_transaction where order_id = ${orderOf(PAID)}`,
      `update payment set deleted_at = now() where id = ${recordOf(PAID)}`,
    ],
  },
  {
    title: "an order is paid without money at the bank",
    kind: "difference",
    check: "movements-real",
    bank: replaceFirst(isPaid, (payment) => [
      { ...payment, status: "declined", captures: [], amounts: { ...payment.amounts, ...NOTHING } },
    ]),
  },
  {
    title: "a refund is recorded twice in Medusa",
    kind: "duplicate",
    check: "movements-once",
    sql: [copyRow("refund", `payment_id = ${recordOf(REFUNDED)}`, { id: "ref_twin" })],
  },
  {
    title: "a refund is recorded twice at the bank and in Medusa",
    kind: "duplicate",
    check: "requested-once",
    bank: replaceFirst(isPaid, (payment) => [
      {
        ...payment,
        amounts: { ...payment.amounts, refunded: 1 },
        refunds: [{ id: "ref_1", merchant_reference: "gwo_1", amount: 1, status: "succeeded" }],
      },
    ]),
  },
  {
    title: "a refund at the bank is unknown to the store",
    kind: "difference",
    check: "same-state",
    bank: replaceFirst(isPaid, (payment) => [
      {
        ...payment,
        amounts: { ...payment.amounts, refunded: 1 },
        refunds: [{ id: "ref_1", merchant_reference: null, amount: 1, status: "succeeded" }],
      },
    ]),
  },
  {
    title: "the capture in Medusa differs by the smallest unit of the currency",
    kind: "difference",
    check: "movements-recorded",
    sql: [`update capture set amount = amount - 0.01 where payment_id = ${recordOf(PAID)}`],
  },
  {
    title: "the plugin's captured amount differs by one minor unit",
    kind: "difference",
    check: "same-state",
    sql: [`update gw_payment set captured_amount = captured_amount - 1 where id = ${PAID}`],
  },
  {
    title: "an amount in yen is a hundred times too high",
    kind: "difference",
    check: "same-terms",
    sql: [`update payment set amount = amount * 100 where id = ${recordOf(IN_YEN)}`],
  },
  {
    title: "the payment of a canceled order is not refunded",
    kind: "difference",
    check: "order-and-money",
    sql: [`update "order" set status = 'canceled' where id = ${orderOf(PAID)}`],
  },
  {
    title: "the order of a declined payment is not canceled",
    kind: "difference",
    check: "order-and-money",
    sql: [`update "order" set status = 'pending' where id = ${orderOf(DECLINED)}`],
  },
  {
    title: "a captured payment has no order",
    kind: "difference",
    check: "order-and-money",
    sql: [
      `update "order" set deleted_at = now() where id = ${orderOf(PAID)}`,
      `delete from order_transaction where order_id = ${orderOf(PAID)}`,
    ],
  },
  {
    title: "a payment at the bank is unknown to the store",
    kind: "difference",
    check: "known-to-both",
    bank: replaceFirst(isPaid, (payment) => [
      payment,
      { ...payment, id: "pay_2", merchant_reference: "gwp_2" },
    ]),
  },
  {
    title: "an order belongs to no payment",
    kind: "difference",
    check: "no-orphans",
    sql: [copyRow("order", `id = ${orderOf(PAID)}`, { id: "order_orphan", metadata: null })],
  },
  {
    title: "one payment has two orders",
    kind: "duplicate",
    check: "only-one",
    sql: [copyRow("order", `id = ${orderOf(PAID)}`, { id: "order_twin" })],
  },
  {
    title: "one request has two payments",
    kind: "duplicate",
    check: "only-one",
    sql: [
      copyRow("gw_payment", `id = ${PAID}`, {
        id: "pay_twin",
        merchant_reference: "gwp_twin",
        bank_payment_id: null,
        session_id: null,
        order_id: null,
        idempotency_key: "00000000-0000-4000-8000-000000000000",
      }),
    ],
  },
  {
    title: "a capture is not booked on the order",
    kind: "difference",
    check: "booked",
    sql: [`delete from order_transaction where order_id = ${orderOf(PAID)}`],
  },
  {
    title: "a capture is booked on the order twice",
    kind: "duplicate",
    check: "booked-once",
    sql: [copyRow("order_transaction", `order_id = ${orderOf(PAID)}`, { id: "ordtrx_twin" })],
  },
  {
    title: "the transaction total of an order differs from its transactions",
    kind: "difference",
    check: "summed-up",
    sql: [
      `update order_summary set totals = totals - 'raw_transaction_total' || '{"transaction_total": 0}' where order_id = ${orderOf(PAID)}`,
    ],
  },
  {
    title: "the items of an order are not reserved in the inventory",
    kind: "difference",
    check: "reserved",
    sql: [`delete from reservation_item where line_item_id in ${itemsOf(BOUGHT)}`],
  },
  {
    title: "the items of an order are reserved twice in the inventory",
    kind: "duplicate",
    check: "reserved-once",
    sql: [copyRow("reservation_item", `line_item_id in ${itemsOf(BOUGHT)}`, { id: "resitem_twin" })],
  },
  {
    title: "an inventory reservation belongs to no order",
    kind: "difference",
    check: "no-orphans",
    sql: [
      copyRow("reservation_item", `line_item_id in ${itemsOf(BOUGHT)}`, {
        id: "resitem_x",
        line_item_id: "x",
      }),
    ],
  },
  {
    title: "the task of a declined payment is completed",
    kind: "difference",
    check: "task-result",
    sql: [`update gw_task set state = 'completed' where waits_for = ${DECLINED}`],
  },
  {
    title: "the task of a refund that the bank has made has failed",
    kind: "difference",
    check: "movement-task",
    sql: [
      `update gw_task set state = 'failed' where id = (
        select t.id from gw_task t join gw_bank_operation o on o.id = t.waits_for
        where t.state = 'completed' order by t.id limit 1)`,
    ],
  },
  {
    title: "a task is open although its payment has ended at the bank",
    kind: "stuck",
    check: "task-ends",
    sql: [`update gw_task set state = 'working' where waits_for = ${PAID}`],
  },
  {
    title: "a task has two final events",
    kind: "duplicate",
    check: "task-reported-once",
    sql: [copyRow("gw_task_event", `state = 'completed' and task_id = ${taskOf(PAID)}`, { seq: 99 })],
  },
  {
    title: "an event of a task is missing",
    kind: "difference",
    check: "task-history",
    sql: [`delete from gw_task_event where seq = 2 and task_id = ${taskOf(PAID)}`],
  },
  {
    title: "an order was announced twice",
    kind: "duplicate",
    check: "placed-once",
    placed: (orders) => [...orders, ...orders.slice(0, 1)],
  },
  {
    title: "a dispute is not recorded on its order",
    kind: "difference",
    check: "disputes-recorded",
    bank: replaceFirst(isPaid, (payment) => [
      { ...payment, disputes: [{ id: "dsp_1", status: "open", amount: 1 }] },
    ]),
  },
  {
    title: "the bank has saved a card that the store records as not saved",
    kind: "difference",
    check: "cards-agree",
    sql: [`update gw_card_token set status = 'failed' where id = ${SAVED_CARD}`],
  },
  {
    title: "a card at the bank is unknown to the store",
    kind: "difference",
    check: "cards-agree",
    sql: [`delete from gw_card_token where id = ${SAVED_CARD}`],
  },
  {
    title: "a card is saved twice",
    kind: "duplicate",
    check: "cards-once",
    tokens: (tokens) => [...tokens, ...tokens.map((token) => ({ ...token, id: `${token.id}_twin` }))],
  },
  {
    title: "no record says whether a card is saved",
    kind: "stuck",
    check: "cards-end",
    sql: [`update gw_card_token set status = 'requires_action' where id = ${SAVED_CARD}`],
  },
  {
    title: "an order was never announced",
    kind: "difference",
    check: "placed",
    placed: () => [],
  },
  {
    title: "an effect is not executed",
    kind: "stuck",
    check: "effects-done",
    sql: [`update gw_effect set done_at = null where key = 'captured' and payment_id = ${PAID}`],
  },
  {
    title: "the outcome of a call to the bank is unknown",
    kind: "stuck",
    check: "calls-resolved",
    sql: [
      `update gw_bank_operation set status = 'unknown'
        where id = (select min(id) from gw_bank_operation where kind <> 'refund')`,
    ],
  },
  {
    title: "a notification was accepted but not processed",
    kind: "stuck",
    check: "events-processed",
    sql: [
      `update gw_bank_event set processed_at = null
        where event_id = (select min(e.event_id) from gw_bank_event e
                            join gw_payment p on p.merchant_reference = e.snapshot ->> 'merchant_reference')`,
    ],
  },
  {
    title: "a change of an order is incomplete",
    kind: "stuck",
    check: "changes-made",
    sql: [
      `insert into order_change (id, order_id, version, status, change_type)
       values ('ordch_x', ${orderOf(PAID)}, 9, 'pending', 'credit_line')`,
    ],
  },
  {
    title: "a refund lacks its credit line",
    kind: "stuck",
    check: "work-ends",
    sql: [
      `insert into gw_refund_baseline (order_id, holder, pending, refunded, credited)
       values (${orderOf(REFUNDED)}, 'killed', 0, 0, 0)`,
    ],
  },
  {
    title: "a cancellation is incomplete",
    kind: "stuck",
    check: "work-ends",
    sql: [
      `insert into gw_order_cancellation (id, order_id, payment_id) values ('can_x', ${orderOf(PAID)}, ${PAID})`,
    ],
  },
  {
    title: "a payment is under review",
    kind: "stuck",
    check: "payment-ends",
    sql: [
      `update gw_payment set status = 'manual_review', review_reason = 'amount differs' where id = ${PAID}`,
    ],
  },
  {
    title: "a payment is open although the bank has ended it",
    kind: "stuck",
    check: "payment-ends",
    sql: [`update gw_payment set status = 'requires_action' where id = ${DECLINED}`],
  },
  ...MONEY_PLANTS,
  ...CLIENT_PLANTS,
]

function itemsOf(payment: string): string {
  return `(select item_id from order_item where order_id = ${orderOf(payment)})`
}

function taskOf(payment: string): string {
  return `(select id from gw_task where waits_for = ${payment})`
}
