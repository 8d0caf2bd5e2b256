import type { Entry, Evidence, TracedPayment } from "../../api/payments"
import type { Text } from "../../i18n/use-text"
import { formatMoney } from "../common/money"
import { momentText } from "../common/moment"
import { type PrintedSection, printedPage } from "../common/printed-page"
import { disputeIn, disputeStatusIn } from "../common/reason-words"
import { isAtProvider } from "../../../domain/payment-route"
import { linesOf } from "./entry-lines"
import { titleOf } from "./entry-title"
import { sectionsAtProvider } from "./evidence-at-provider"
import { routeIn } from "./route-words"

type Fact = readonly [name: string, value: string]

/** The evidence for a dispute as one HTML document, in the user's language. */
export function evidenceDocument(payment: TracedPayment, evidence: Evidence, t: Text): string {
  const title = t("evidence.title", { id: payment.payment_id })
  return printedPage(title, t.language, [
    { title: t("payments.one"), facts: paymentFacts(payment, t) },
    { title: t("evidence.consent"), ...consentIn(evidence, t) },
    { title: t("evidence.mandate"), ...mandateIn(payment, evidence, t) },
    ...(isAtProvider(payment.route) ? sectionsAtProvider(payment, evidence, t) : sectionsAtBank(payment, t)),
    { title: t("evidence.delivery"), ...deliveryIn(evidence, t) },
    { title: t("payments.timeline"), lines: payment.timeline.map((entry) => lineOf(entry, payment, t)) },
  ])
}

function sectionsAtBank(payment: TracedPayment, t: Text): PrintedSection[] {
  return [
    { title: t("evidence.authentication"), ...entriesIn(payment, ["sca"], t) },
    { title: t("evidence.messages"), ...entriesIn(payment, ["message"], t) },
  ]
}

const exactly = (at: string | null, t: Text): string => (at ? momentText(at, t.language, true) : "–")

function paymentFacts({ currency, disputes, ...payment }: TracedPayment, t: Text): Fact[] {
  const money = (amount: number) => formatMoney(amount, currency, t.language)
  return [
    [t("payments.amount"), money(payment.amount)],
    [t("payments.captured"), money(payment.captured_amount)],
    [t("payments.refunded"), money(payment.refunded_amount)],
    [t("payments.order"), payment.shop_order_id === null ? "–" : `#${payment.shop_order_id}`],
    [t("common.agent"), payment.client_name ?? payment.client_id ?? t("payments.storefront")],
    [t("payments.card"), payment.card ? `${payment.card.brand} •••• ${payment.card.last4}` : "–"],
    [t("payments.customer"), payment.customer_email ?? "–"],
    [t("payments.route"), routeIn(payment, t) ?? "–"],
    ...(isAtProvider(payment.route) ? [] : bankFacts(payment, t)),
    [t("common.created"), exactly(payment.created_at, t)],
    ...disputes.map(({ amount, reason, status, at }): Fact => [
      t("payments.disputes"),
      [money(amount), disputeIn(reason, t), disputeStatusIn(status, t), exactly(at, t)].join(", "),
    ]),
  ]
}

const bankFacts = (
  { merchant_reference, bank_payment_id }: Pick<TracedPayment, "merchant_reference" | "bank_payment_id">,
  t: Text
): Fact[] => [
  [t("payments.reference"), merchant_reference],
  [t("payments.bank_id"), bank_payment_id ?? "–"],
]

function consentIn({ consent }: Evidence, t: Text): Omit<PrintedSection, "title"> {
  if (!consent) return { lines: [t("evidence.no_consent")] }
  return {
    facts: [
      [t("evidence.given_by"), `${consent.email ?? "–"} (${t(`evidence.${consent.given_by}`)})`],
      [t("evidence.given_at"), exactly(consent.given_at, t)],
      ...(consent.revoked_at ? [[t("evidence.revoked_at"), exactly(consent.revoked_at, t)] as const] : []),
      [t("evidence.scopes"), consent.scopes.join(", ")],
    ],
  }
}

function mandateIn(
  { currency }: TracedPayment,
  { mandate }: Evidence,
  t: Text
): Omit<PrintedSection, "title"> {
  if (!mandate) return { lines: [t("evidence.no_mandate")] }
  const { max_amount, max_per_month, expires_at } = mandate.terms
  const agreed = t("card_mandate.agreed", {
    charge: formatMoney(max_amount, currency, t.language),
    month: formatMoney(max_per_month, currency, t.language),
    until: exactly(expires_at, t),
  })
  return {
    facts: [
      [t("evidence.agreed"), agreed],
      [t("evidence.given_at"), exactly(mandate.agreed_at, t)],
      [t("evidence.customer_reference"), mandate.customer_reference],
    ],
  }
}

function deliveryIn({ parcels }: Evidence, t: Text): Omit<PrintedSection, "title"> {
  if (!parcels.length) return { lines: [t("evidence.no_delivery")] }
  const lines = parcels.map(({ id, shipped_at, delivered_at, tracking }) =>
    t("evidence.parcel", {
      id,
      shipped: exactly(shipped_at, t),
      delivered: exactly(delivered_at, t),
      tracking: tracking ? `${tracking.tracking_number} ${tracking.tracking_url}` : "–",
    })
  )
  return { lines }
}

function entriesIn(payment: TracedPayment, kinds: readonly Entry["kind"][], t: Text) {
  const lines = payment.timeline
    .filter(({ kind }) => kinds.includes(kind))
    .map((entry) => lineOf(entry, payment, t))
  return { lines: lines.length ? lines : [t("evidence.none")] }
}

/** A bank's message has its id, by which the bank finds it. */
function lineOf(entry: Entry, { currency }: TracedPayment, t: Text): string {
  const id = entry.kind === "message" ? [String(entry.detail.event_id)] : []
  return [exactly(entry.at, t), titleOf(entry, t), ...linesOf(entry, currency, t), ...id].join(" · ")
}
