import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../src/modules/bank"
import type BankService from "../../src/modules/bank/service"

const BANK = "pp_gateway_bank"
const MANUAL = "pp_system_default"

/**
 * The payment providers of the shop's regions: the bank's when the store has one configured, otherwise Medusa's manual
 * one. Medusa's own list also has providers that the store no longer registers.
 */
export function paymentProviders(container: MedusaContainer): string[] {
  return [container.resolve<BankService>(BANK_MODULE).hasBank ? BANK : MANUAL]
}
