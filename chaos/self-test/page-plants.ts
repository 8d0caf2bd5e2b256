import type { BankPayment } from "../audit/bank"
import type { Dossier } from "../audit/dossier"
import type { Plant } from "./plant"

const MEDUSAS = `select m.id from payment m join order_payment_collection l
  on l.payment_collection_id = m.payment_collection_id and l.deleted_at is null
  join gw_payment p on p.order_id = l.order_id where p.id = :victim`

const isPaid = ({ story, orders, bank, is_cancel_requested }: Dossier) =>
  story?.expects === "order" && orders.length === 1 && !is_cancel_requested && bank?.status === "captured"

const isRefunded = (dossier: Dossier) => isPaid(dossier) && dossier.bank?.amounts.refunded

/** The same charge for a payment that the store does not have. */
const chargedAgain = (ledger: readonly BankPayment[], victim: Dossier | undefined): BankPayment[] => [
  ...ledger,
  ...ledger
    .filter((payment) => payment === victim?.bank)
    .map((payment) => ({ ...payment, id: "pi_planted", merchant_reference: "pi_planted" })),
]

/** Planted faults of payments on the store's page. */
export const PAGE_PLANTS: readonly Plant[] = [
  {
    title: "Stripe keeps a payment for no order",
    kind: "difference",
    check: "order-and-money",
    victim: isPaid,
    bank: chargedAgain,
  },
  {
    title: "Stripe has a payment that the store does not have",
    kind: "difference",
    check: "known-to-both",
    victim: isPaid,
    bank: chargedAgain,
  },
  {
    title: "Stripe keeps the payment of a canceled order",
    kind: "difference",
    check: "order-and-money",
    victim: (dossier) => isPaid(dossier) && !dossier.bank?.amounts.refunded,
    sql: [
      `update "order" set status = 'canceled' where id in (select order_id from gw_payment where id = :victim)`,
    ],
  },
  {
    title: "a refund of Stripe is missing in Medusa",
    kind: "difference",
    check: "movements-recorded",
    victim: isRefunded,
    sql: [`update refund set deleted_at = now() where payment_id in (${MEDUSAS})`],
  },
  {
    title: "a payment that was paid in the store was never made at Stripe",
    kind: "difference",
    check: "known-to-both",
    victim: isPaid,
    bank: (ledger, victim) => ledger.filter((payment) => payment !== victim?.bank),
  },
  {
    title: "a payment that has ended in the store is still open at Stripe",
    kind: "stuck",
    check: "payment-ends",
    victim: isPaid,
    at_bank: (payment) => ({ ...payment, status: "requires_action" }),
  },
]
