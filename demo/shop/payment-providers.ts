import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const BANK = "pp_gateway_bank"
const MANUAL = "pp_system_default"

/**
 * The payment providers of the shop's regions: the bank's when the store has it configured, otherwise Medusa's manual
 * one.
 */
export async function paymentProviders(container: MedusaContainer): Promise<string[]> {
  const [bank] = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ id: [BANK], is_enabled: true })
  return [bank ? BANK : MANUAL]
}
