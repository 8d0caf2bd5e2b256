/** A payment session, as far as it decides whether it holds money. */
export interface HoldingPayment {
  /** Medusa's payment of it; null until Medusa has authorized the session. */
  readonly payment_id: string | null
  /** Whether Medusa's payment is authorized or captured, and neither canceled nor refunded in full. */
  readonly is_held: boolean
}

/**
 * The first payment that holds money: in Medusa, or at its provider, which `isPaid` queries while Medusa has no payment.
 * When a query fails, the others are still made; if none of them finds money, the outcome is unknown, and this throws the
 * first failure.
 */
export async function findHoldingPayment<P extends HoldingPayment>(
  payments: readonly P[],
  isPaid: (payment: P) => Promise<boolean>
): Promise<P | undefined> {
  const failures: unknown[] = []
  for (const payment of payments)
    try {
      if (payment.payment_id ? payment.is_held : await isPaid(payment)) return payment
    } catch (error) {
      failures.push(error)
    }
  if (failures.length) throw failures[0]
  return undefined
}
