import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { HeldCart } from "../../modules/bank/cart-locks"
import type BankService from "../../modules/bank/service"

/**
 * Holds what pays an order that stands: until it is released nobody else begins a payment of it, or records one, on any
 * instance. Whoever holds the order itself may ask for this, and nobody the other way round.
 */
export function holdPayments(order_id: string, container: MedusaContainer): Promise<HeldCart> {
  return container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(`payments of ${order_id}`)
}

/** Does something while holding them. */
export async function holdingPayments<Result>(
  order_id: string,
  container: MedusaContainer,
  act: () => Promise<Result>
): Promise<Result> {
  const held = await holdPayments(order_id, container)
  try {
    return await act()
  } finally {
    await held.release()
  }
}
