import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  prepareRetrieveQuery,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { refetchCart } from "@medusajs/medusa/api/store/carts/helpers"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { type Completion, awaitPlacement } from "../surfaces/bank/cart-completion"
import { drainRequests } from "./drain-requests"

/**
 * Serializes the completion of a cart across instances. Only the settlement places the order of a cart that is paid
 * through our provider, so Medusa may only return that order: Medusa would place an order before it checks the payment,
 * and a crash in between would leave an unpaid order.
 */
export async function completeCartOnce(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const cart_id = String(req.params.id)
  const completion = await awaitPlacement(req.scope, cart_id)
  if (completion !== "free") return answerUnpaid(req, res, completion)
  await drainRequests(req.scope.resolve<BankService>(BANK_MODULE).cartLocks.acquire(cart_id), res, next)
}

const ERRORS: Record<Exclude<Completion, "free">, { message: string; type: string }> = {
  waiting: {
    message:
      "The bank has not confirmed the payment yet, or the order is being placed. Try again in a few seconds.",
    type: MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
  },
  failed: {
    message: "Payment authorization failed",
    type: MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  },
}

/** The response that Medusa documents for an unpaid cart: the cart and the error. */
async function answerUnpaid(
  req: MedusaRequest,
  res: MedusaResponse,
  completion: Exclude<Completion, "free">
): Promise<void> {
  const { remoteQueryConfig } = await prepareRetrieveQuery({}, { defaults: defaultStoreCartFields }, req)
  const cart = await refetchCart(String(req.params.id), req.scope, remoteQueryConfig.fields)
  res.json({ type: "cart", cart, error: { ...ERRORS[completion], name: "Error" } })
}
