import type { RunLog } from "../load/run-log"
import { withRetries } from "../load/retry"

/**
 * The agents read the checkouts whose carts were taken over, once no work is pending. One that is not completed although its
 * order was placed, or is completed without an order, is a surprise.
 */
export async function readCheckouts({ taken_over, surprises }: RunLog): Promise<void> {
  for (const { payment_id, handed_over, order } of new Set(taken_over)) {
    if (!handed_over) continue
    const { status } = await withRetries(() => handed_over.read())
    const order_id = await order()
    if ((status === "completed") !== (order_id !== undefined))
      surprises.push(`${payment_id}: the agent reads ${status}, and the order is ${order_id ?? "not placed"}`)
  }
}
