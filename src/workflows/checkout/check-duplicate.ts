import { problemIn } from "../../domain/errors"
import { keyOfItems } from "../../domain/purchase-key"
import type { Session } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { sessionOf, sessionsOf } from "./owned-sessions"
import type { Paid } from "./pay-checkout"
import type { SessionCaller } from "./session-caller"

/** What a session buys, to compare it with other purchases of its client. */
export function purchaseKeyOf({ client_id, customer_id, requested, quote }: Session): string {
  const { lines: items, total, currency } = quote
  const buyer = customer_id ?? requested.buyer.email ?? ""
  return keyOfItems({ client_id, buyer, items, total, currency })
}

/**
 * Checks whether the client made an equal purchase moments ago. Undefined when the checkout may be paid. Otherwise the
 * result; completing the checkout again then confirms it. The binding check is made where the payment is stored.
 */
export async function checkDuplicate(
  session: SessionNow,
  may_repeat: string | null,
  caller: SessionCaller
): Promise<Paid | undefined> {
  const { duplicates } = caller.container.resolve<BankService>(BANK_MODULE)
  try {
    await duplicates.check({ purchase_key: purchaseKeyOf(session), may_repeat })
    return undefined
  } catch (thrown) {
    return warned(thrown, session, caller)
  }
}

/**
 * The result when the checkout repeats another purchase. Stores of which purchase the client is warned. Rethrows any
 * other error.
 */
export async function warned(thrown: unknown, { id }: SessionNow, caller: SessionCaller): Promise<Paid> {
  const duplicate = problemIn(thrown)
  if (duplicate?.code !== "duplicate_purchase") throw thrown
  const session = await sessionOf("checkout", id, caller)
  await sessionsOf(caller).change(session, { duplicate_of: String(duplicate.data.payment_id) })
  return { session, duplicate }
}
