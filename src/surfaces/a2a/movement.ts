import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import type { Call } from "../call"

/**
 * Refuses what the bank can not do: `invalid_state` for a part where it only moves the whole, `bank_unavailable` while
 * an earlier call of this kind is not cleared up, because the bank may have carried that one out.
 */
export async function checkMovement(
  kind: "capture" | "refund",
  { amount, whole }: { amount: number; whole: number },
  { id: payment_id }: Payment,
  call: Call
): Promise<void> {
  const bank = call.container.resolve<BankService>(BANK_MODULE)
  const ability = bank.capabilities[kind]
  if (ability === "none" || (ability === "full" && amount !== whole))
    throw problem("invalid_state", { payment_id }, `The store's bank can not ${kind} this amount.`)
  if (await bank.operations.isOpen(payment_id, kind))
    throw problem("bank_unavailable", { payment_id }, `An earlier ${kind} is still being cleared up.`)
}
