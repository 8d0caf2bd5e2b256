import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { LockedCart } from "../../modules/bank/cart-locks"
import type BankService from "../../modules/bank/service"

/**
 * Locks the payments of an existing order: until the lock is released no other request begins or records a payment of it,
 * on any instance. Lock order: a caller that locks the order itself does so first.
 */
export function leasePayments(order_id: string, container: MedusaContainer): Promise<LockedCart> {
  return container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(`payments of ${order_id}`)
}

/** Runs `act` while the payments are locked. */
export function withPaymentsLease<Result>(
  order_id: string,
  container: MedusaContainer,
  act: () => Promise<Result>
): Promise<Result> {
  return whileLocked(leasePayments(order_id, container), act)
}

/**
 * Locks the refunds of an order: until the lock is released no other refund is recorded on it, on any instance. When
 * Medusa records two refunds of an order at once, one credit line is lost and the order looks partly unpaid. Lock order:
 * a caller that locks the order itself does so first, and takes no other lock after this one. A store that is killed
 * before the release, or that loses the lock because its process paused, leaves a baseline, from which `creditRefunds`
 * repairs the order.
 */
export async function leaseRefunds(order_id: string, container: MedusaContainer): Promise<LockedCart> {
  const { refundBaselines } = container.resolve<BankService>(BANK_MODULE)
  const lock = await lockRefunds(order_id, container)
  try {
    const baseline = await refundBaselines.write(order_id, lock.holder)
    const release = () => refundBaselines.end(baseline).finally(lock.release)
    return { ...lock, release }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Locks the refunds of an order, without a baseline. */
export function lockRefunds(order_id: string, container: MedusaContainer): Promise<LockedCart> {
  return container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(`refunds of ${order_id}`)
}

/** Runs `act` while the refunds are locked. */
export function withRefundsLease<Result>(
  order_id: string,
  container: MedusaContainer,
  act: () => Promise<Result>
): Promise<Result> {
  return whileLocked(leaseRefunds(order_id, container), act)
}

/** Runs `act` while the refunds are locked, without a baseline, for a capture: it credits nothing. */
export function withRefundsLocked<Result>(
  order_id: string,
  container: MedusaContainer,
  act: () => Promise<Result>
): Promise<Result> {
  return whileLocked(lockRefunds(order_id, container), act)
}

async function whileLocked<Result>(
  acquired: Promise<LockedCart>,
  act: () => Promise<Result>
): Promise<Result> {
  const lock = await acquired
  try {
    return await act()
  } finally {
    await lock.release()
  }
}
