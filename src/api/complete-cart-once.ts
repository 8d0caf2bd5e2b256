import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"

/**
 * Lets Medusa complete a cart only while nobody else does, on any instance: the storefront's own calls and the
 * settlement of the bank's notification then end in the same one order.
 */
export async function completeCartOnce(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { cartLocks } = req.scope.resolve<BankService>(BANK_MODULE)
  const release = await cartLocks.acquire(String(req.params.id))
  res.once("close", () => void release())
  next()
}
