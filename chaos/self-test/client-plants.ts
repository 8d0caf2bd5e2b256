import type { Dossier } from "../audit/dossier"
import type { ReceivedMessage, Receiver } from "../audit/story"
import { copyRow } from "./copy-row"
import type { Plant } from "./plant"

/** A captured payment of a client with webhooks. */
const isDelivered = ({ ours, bank, story, orders, is_cancel_requested }: Dossier): boolean =>
  ours?.description.startsWith("Checkout") === true &&
  story?.expects === "order" &&
  orders.length === 1 &&
  !is_cancel_requested &&
  (bank?.captures.length ?? 0) > 0

const numberOf = (victim: Dossier | undefined) => victim?.orders[0]?.display_id

const isAbout = ({ body, type }: ReceivedMessage, victim: Dossier | undefined) =>
  type === "order.paid" &&
  (JSON.parse(body) as { data: { order_id?: number } }).data.order_id === numberOf(victim)

/** Changes the messages about the payment; throws when there are none. */
const messages =
  (change: (message: ReceivedMessage) => ReceivedMessage[]) =>
  (receivers: readonly Receiver[], victim: Dossier | undefined): Receiver[] => {
    const isFound = receivers.some(({ received }) => received.some((message) => isAbout(message, victim)))
    if (!isFound) throw new Error("The books contain no payment for this planted fault.")
    return receivers.map((receiver) => ({
      ...receiver,
      received: receiver.received.flatMap((message) =>
        isAbout(message, victim) ? change(message) : [message]
      ),
    }))
  }

const asAnotherEvent = ({ body, ...message }: ReceivedMessage): ReceivedMessage => ({
  ...message,
  id: "evt_twin",
  body: JSON.stringify({ ...(JSON.parse(body) as object), id: "evt_twin" }),
})

const ofCheckout = (dossier: Dossier) => isDelivered(dossier) && dossier.tasks.length === 0

/** Planted faults of webhooks and approvals. */
export const CLIENT_PLANTS: readonly Plant[] = [
  {
    title: "a webhook is lost",
    kind: "difference",
    check: "webhooks-received",
    victim: (dossier) => ofCheckout(dossier) && dossier.ours?.client_id?.startsWith("ucp"),
    receivers: messages(() => []),
  },
  {
    title: "a settled payment is delivered as two events",
    kind: "duplicate",
    check: "webhooks-once",
    victim: (dossier) => ofCheckout(dossier) && dossier.ours?.client_id?.startsWith("ucp"),
    receivers: messages((message) => [message, asAnotherEvent(message)]),
  },
  {
    title: "a webhook is not signed with its receiver's secret",
    kind: "difference",
    check: "webhooks-signed",
    receivers: (receivers) => receivers.map((receiver) => ({ ...receiver, secret: "whsec_AAAA" })),
  },
  {
    title: "a payment above the approval rule is created without an approval",
    kind: "difference",
    check: "approved-first",
    sql: [`delete from gw_approval where status = 'approved'`],
  },
  {
    title: "a payment above the approval rule is approved without a member of staff",
    kind: "difference",
    check: "approved-first",
    approvals: (approvals) => {
      if (!approvals.length) throw new Error("The books contain no payment for this planted fault.")
      return []
    },
  },
  {
    title: "the amount of a payment differs from its approval",
    kind: "difference",
    check: "approved-first",
    approvals: (approvals) => approvals.map((approval) => ({ ...approval, amount: approval.amount - 1 })),
  },
  {
    title: "a refund that the merchant has rejected is executed",
    kind: "difference",
    check: "refunds-approved",
    sql: [
      `update gw_approval a set status = 'refused' from gw_bank_operation o
        where a.kind = 'refund' and a.status = 'approved' and o.id = a.operation_id and o.status = 'done'`,
    ],
  },
  {
    title: "two equal purchases are charged",
    kind: "duplicate",
    check: "bought-once",
    repeated(dossiers) {
      const two = dossiers.filter(isDelivered).slice(0, 2)
      if (two.length < 2) throw new Error("The books contain no payment for this planted fault.")
      return two.map(({ ours }) => String(ours?.description.split(" ").at(-1)))
    },
  },
  {
    title: "a saved card is charged beyond its mandate",
    kind: "difference",
    check: "within-mandate",
    mandates(mandates) {
      if (!mandates.length) throw new Error("The books contain no payment for this planted fault.")
      return mandates.map((mandate) => ({ ...mandate, max_per_month: 0 }))
    },
  },
  {
    title: "one approval pays for two payments",
    kind: "duplicate",
    check: "approved-once",
    victim: ({ tasks, bank }) =>
      tasks.some(({ needed_approval }) => needed_approval) && bank?.status === "captured",
    sql: [
      copyRow("gw_payment", "id = :victim", {
        id: "pay_twin",
        merchant_reference: "gwp_twin",
        bank_payment_id: null,
        session_id: null,
        order_id: null,
        idempotency_key: "00000000-0000-4000-8000-000000000000",
      }),
      `update gw_payment set description = 'Checkout chk_x' where id in (:victim, 'pay_twin')`,
      `update gw_approval set task_id = null, session_id = 'chk_x' where payment_id = :victim`,
    ],
    bank: (ledger, victim) => [
      ...ledger,
      ...ledger
        .filter((payment) => payment === victim?.bank)
        .map((payment) => ({ ...payment, id: "pay_x", merchant_reference: "gwp_twin" })),
    ],
  },
]
