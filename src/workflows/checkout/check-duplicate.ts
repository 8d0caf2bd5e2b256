import { problemIn } from "../../domain/errors"
import { keyOfItems } from "../../domain/purchase-key"
import type { Session } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { sessionOf, sessionsOf } from "./owned-sessions"
import type { Paid } from "./paid"
import type { SessionCaller } from "./session-caller"

/**
 * The purchase that the request `by` may repeat: the one that an earlier request of the same session was warned about. A
 * request that is repeated with its key after a crash does not confirm its own warning, which its client never received.
 */
export const confirmedBy = (by: string, { duplicate_of, duplicate_by }: Session): string | null =>
  duplicate_by === by ? null : duplicate_of

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
  by: string,
  caller: SessionCaller
): Promise<Paid | undefined> {
  const { duplicates } = caller.container.resolve<BankService>(BANK_MODULE)
  try {
    await duplicates.check({ purchase_key: purchaseKeyOf(session), may_repeat })
    return undefined
  } catch (thrown) {
    return warned(thrown, session, by, caller)
  }
}

/**
 * The result when the checkout repeats another purchase. Stores which purchase the request `by` was warned about. Rethrows
 * any other error.
 */
export async function warned(
  thrown: unknown,
  { id }: SessionNow,
  by: string,
  caller: SessionCaller
): Promise<Paid> {
  const duplicate = problemIn(thrown)
  if (duplicate?.code !== "duplicate_purchase") throw thrown
  const session = await sessionOf("checkout", id, caller)
  const duplicate_of = String(duplicate.data.payment_id)
  await sessionsOf(caller).change(session, { duplicate_of, duplicate_by: by })
  return { session, duplicate }
}
