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
import { holdWhileAnswered } from "./hold-while-answered"

/**
 * Lets Medusa complete a cart only while nobody else does, on any instance. A cart that is paid through our provider
 * becomes an order by the settlement alone, so Medusa may only hand that order out: Medusa would make an order first
 * and look for the payment afterwards, and a crash in between would leave an order nobody has paid.
 */
export async function completeCartOnce(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const cart_id = String(req.params.id)
  const completion = await awaitPlacement(req.scope, cart_id)
  if (completion !== "free") return answerUnpaid(req, res, completion)
  await holdWhileAnswered(req.scope.resolve<BankService>(BANK_MODULE).cartLocks.acquire(cart_id), res, next)
}

const ERRORS: Record<Exclude<Completion, "free">, { message: string; type: string }> = {
  waiting: {
    message: "The bank has not confirmed the payment yet, or the order is being placed",
    type: MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
  },
  failed: {
    message: "Payment authorization failed",
    type: MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  },
}

/** As Medusa documents its own answer for a cart that is not paid: the cart, and why it is one still. */
async function answerUnpaid(
  req: MedusaRequest,
  res: MedusaResponse,
  completion: Exclude<Completion, "free">
): Promise<void> {
  const { remoteQueryConfig } = await prepareRetrieveQuery({}, { defaults: defaultStoreCartFields }, req)
  const cart = await refetchCart(String(req.params.id), req.scope, remoteQueryConfig.fields)
  res.json({ type: "cart", cart, error: { ...ERRORS[completion], name: "Error" } })
}
