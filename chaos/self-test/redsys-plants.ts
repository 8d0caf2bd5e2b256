import type { BankPayment } from "../audit/bank"
import type { Dossier } from "../audit/dossier"
import type { Plant } from "./plant"

const isPaid = ({ story, orders, bank, is_cancel_requested }: Dossier) =>
  story?.expects === "order" && orders.length === 1 && !is_cancel_requested && bank?.status === "captured"

const isPaidSale = (dossier: Dossier) =>
  isPaid(dossier) && dossier.bank?.intent === "sale" && !dossier.bank.amounts.refunded

const isCapturedInPart = (dossier: Dossier) => {
  const { bank } = dossier
  return isPaid(dossier) && bank?.intent === "preauth" && bank.amounts.captured < bank.amount
}

const isUnpaid = ({ story, orders, bank }: Dossier) =>
  story?.expects === "no charge" && orders[0]?.status === "canceled" && bank?.status === "declined"

/** Redsys has no operation with a result: the customer has left the page. */
const unfinished = (payment: BankPayment): BankPayment => ({
  ...payment,
  status: "unfinished",
  amounts: { captured: 0, refunded: 0 },
  captures: [],
})

const captured = (payment: BankPayment, amount: number): BankPayment => ({
  ...payment,
  status: "captured",
  amounts: { ...payment.amounts, captured: payment.amounts.captured + amount },
  captures: [...payment.captures, { id: "planted", merchant_reference: "planted", amount }],
})

/** Planted faults that only a bank with order numbers, open pages and single captures can have. */
export const REDSYS_PLANTS: readonly Plant[] = [
  {
    title: "a repeated payment has a second order number at Redsys",
    kind: "difference",
    check: "known-to-both",
    victim: isPaidSale,
    bank: (ledger, victim) => [
      ...ledger,
      ...ledger.filter((payment) => payment === victim?.bank).map((one) => ({ ...one, id: "1042PLANTED0" })),
    ],
  },
  {
    title: "a payment that the customer left unfinished at Redsys is paid in the store",
    kind: "difference",
    check: "same-state",
    victim: isPaidSale,
    at_bank: unfinished,
  },
  {
    title: "a payment that Redsys never ends is still open in the store",
    kind: "stuck",
    check: "payment-ends",
    victim: isUnpaid,
    sql: ["update gw_payment set status = 'requires_action' where id = :victim"],
    at_bank: unfinished,
  },
  {
    title: "a customer pays on the open page of a canceled order and is not refunded",
    kind: "difference",
    check: "order-and-money",
    victim: isUnpaid,
    at_bank: (payment) => captured(payment, payment.amount),
  },
  {
    title: "the rest of an authorization is captured although Redsys captures once",
    kind: "duplicate",
    check: "requested-once",
    victim: isCapturedInPart,
    at_bank: (payment) => captured(payment, payment.amount - payment.amounts.captured),
  },
  {
    title: "Redsys has reported a saved card that the store does not know",
    kind: "difference",
    check: "cards-agree",
    tokens: (tokens) =>
      tokens
        .filter(({ is_unreported }) => !is_unreported)
        .map((token) => ({ ...token, merchant_reference: "gwp_planted" })),
  },
]
