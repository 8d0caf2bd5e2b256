import type { MedusaContainer } from "@medusajs/framework/types"
import { problemIn } from "../../domain/errors"
import { reached } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import type { Fact } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { announceOrder } from "./announce-order"
import { isOrderOver } from "../payment/cancel-pending"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { type Obstacle, placeCart } from "./place-cart"

/**
 * Places the order of an agent's cart that costs nothing, and announces it once, even after a crash. When Medusa cannot
 * complete the cart, nothing of the attempt is left, and the agent's checkout is as before.
 */
export async function placeFree(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  const { payments, placements } = container.resolve<BankService>(BANK_MODULE)
  const obstacle = await obstacleTo(payment, container, due)
  if (obstacle) {
    logOf(container).warn(`${payment.description}: ${obstacle}`)
    const left = payment.order_id ? [] : await placements.leftovers(String(payment.cart_id))
    // Keep the payment: the next attempt finds these orders through it and undoes them.
    if (left.length) throw new Error(`${left.join(", ")} must be undone first`)
    await placements.deleteFreeOrder(payment, due)
    return {}
  }
  await reached("order_settled", payment.id)
  await announceOrder(await payments.retrieve(payment.id), container)
  await reached("order_announced", payment.id)
  return {}
}

/** After this many attempts the order is given up: nothing is paid, and the agent can complete the checkout again. */
const MOST_ATTEMPTS = 3

/** Why no order can be placed; undefined when it is placed. A wait for a lock that timed out is never the last attempt. */
async function obstacleTo(
  payment: Payment,
  container: MedusaContainer,
  due: DueEffect
): Promise<Obstacle | undefined> {
  if (payment.announced_at) return undefined
  if (payment.order_id)
    return (await isOrderOver(payment, container)) ? "the order was already canceled" : undefined
  try {
    return await placeCart(payment, container)
  } catch (error) {
    const isLast = due.attempts >= MOST_ATTEMPTS && problemIn(error)?.code !== "request_in_progress"
    if (!isMedusaRefusal(error) && !isLast) throw error
    return `the cart cannot be completed: ${(error as Error).message}`
  }
}
