import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../src/modules/bank"
import type BankService from "../../src/modules/bank/service"

const BANK = "pp_gateway_bank"
const MANUAL = "pp_system_default"
const STRIPE = "pp_stripe_stripe"

/**
 * The payment providers of the shop's regions: the bank's when the store has one configured, otherwise Medusa's manual
 * one, and Stripe with a key. Medusa's own list also has providers that the store no longer registers.
 */
export function paymentProviders(container: MedusaContainer): string[] {
  const { hasBank } = container.resolve<BankService>(BANK_MODULE)
  return [hasBank ? BANK : MANUAL, ...(process.env.STRIPE_API_KEY ? [STRIPE] : [])]
}
