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
export function holdingPayments<Result>(
  order_id: string,
  container: MedusaContainer,
  act: () => Promise<Result>
): Promise<Result> {
  return releasing(holdPayments(order_id, container), act)
}

/**
 * Holds the refunds of an order: until it is released no other refund is recorded on it, on any instance. Of two that
 * Medusa records at once on an order, one loses its credit line, and the order seems to be unpaid in part. Whoever holds
 * the order itself may ask for this; whoever holds this asks for nothing else.
 */
export function holdRefunds(order_id: string, container: MedusaContainer): Promise<HeldCart> {
  return container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(`refunds of ${order_id}`)
}

/** Does something while holding them. */
export function holdingRefunds<Result>(
  order_id: string,
  container: MedusaContainer,
  act: () => Promise<Result>
): Promise<Result> {
  return releasing(holdRefunds(order_id, container), act)
}

async function releasing<Result>(hold: Promise<HeldCart>, act: () => Promise<Result>): Promise<Result> {
  const held = await hold
  try {
    return await act()
  } finally {
    await held.release()
  }
}
