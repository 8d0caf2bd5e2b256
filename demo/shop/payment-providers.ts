import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../src/modules/bank"
import type BankService from "../../src/modules/bank/service"

const BANK = "pp_gateway_bank"
const MANUAL = "pp_system_default"
const STRIPE = "pp_stripe_stripe"
const REDIRECTING = ["pp_mollie_double", "pp_paypal_double", "pp_hosted_double"]

/**
 * The payment providers of the shop's regions: the bank's when the store has one configured, otherwise Medusa's manual
 * one, Stripe with a key, and the doubles of providers that redirect in
 * a store of the tests that has them. Medusa's own list also has providers that the store no longer registers.
 */
export function paymentProviders(container: MedusaContainer): string[] {
  const { hasBank } = container.resolve<BankService>(BANK_MODULE)
  const { STRIPE_API_KEY, MOLLIE_API_KEY } = process.env
  return [
    hasBank ? BANK : MANUAL,
    ...(STRIPE_API_KEY ? [STRIPE] : []),
    ...(MOLLIE_API_KEY ? REDIRECTING : []),
  ]
}
