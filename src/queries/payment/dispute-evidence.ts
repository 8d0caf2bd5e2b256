import type { MedusaContainer } from "@medusajs/framework/types"
import type { Agreement } from "../../domain/card"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { ProviderRecord } from "../../modules/bank/models/provider-record"
import type BankService from "../../modules/bank/service"
import { type ParcelRow, parcelsOf } from "../order/parcels"
import { type Consent, consentOf } from "./payment-consent"
import { providerRecords } from "./provider-records"

/** What the store knows about a payment beyond its timeline that helps to answer a dispute. */
export interface DisputeEvidence {
  /** Null for a payment of the storefront, and if no consent of the right person was valid. */
  readonly consent: Consent | null
  /** The agreement under which the card was saved; null if the payment has none. */
  readonly mandate: (Agreement & { readonly agreed_at: Date }) | null
  /** The fulfillments of the order that are not canceled, oldest first. */
  readonly parcels: readonly Pick<ParcelRow, "id" | "shipped_at" | "delivered_at" | "tracking">[]
  /** The payments at another provider than the bank, oldest first. */
  readonly provider_payments: readonly ProviderRecord[]
}

/** The evidence for a payment; undefined when there is none with the id. Contains no secrets. */
export async function disputeEvidence(
  container: MedusaContainer,
  id: string
): Promise<DisputeEvidence | undefined> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id })
  if (!payment) return undefined
  const [consent, mandate, parcels, provider_payments] = await Promise.all([
    consentOf(container, payment),
    mandateOf(container, payment),
    payment.order_id ? parcelsOf(container, [payment.order_id]) : [],
    providerRecords(container, payment),
  ])
  const sent = parcels.filter(({ canceled_at }) => !canceled_at)
  const shown = sent.map(({ id, shipped_at, delivered_at, tracking }) => ({
    id,
    shipped_at,
    delivered_at,
    tracking,
  }))
  return { consent, mandate, parcels: shown, provider_payments }
}

async function mandateOf(container: MedusaContainer, payment: Payment): Promise<DisputeEvidence["mandate"]> {
  const { save_card, card_token_id, created_at } = payment
  if (save_card) return { ...save_card, agreed_at: created_at }
  if (!card_token_id) return null
  const card = await container.resolve<BankService>(BANK_MODULE).cards.find({ id: card_token_id })
  if (!card) return null
  const { customer_reference, usage, terms } = card
  return { customer_reference, usage, terms, agreed_at: card.created_at }
}
