import { type ErrorCode, problemIn } from "../../domain/errors"
import { keyOfItems } from "../../domain/purchase-key"
import type { Session } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { requestSessionApproval } from "../approval/request-approval"
import { isFree } from "./checkout-status"
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
 * Checks whether the client made an equal purchase moments ago, and the merchant's spending rules for the client. Undefined
 * when the checkout may be paid. Otherwise the result: completing the checkout again confirms an equal purchase, the
 * total exceeds a limit, or it needs the merchant's approval, which is requested here. The binding checks are made where the
 * payment is stored.
 */
export async function checkPurchase(
  session: SessionNow,
  may_repeat: string | null,
  by: string,
  caller: SessionCaller
): Promise<Paid | undefined> {
  const { duplicates } = caller.container.resolve<BankService>(BANK_MODULE)
  try {
    await duplicates.check({ purchase_key: purchaseKeyOf(session), may_repeat })
    return isFree(session) ? undefined : await checkSpending(session, caller)
  } catch (thrown) {
    return refusedBy(thrown, session, by, caller)
  }
}

async function checkSpending(session: SessionNow, caller: SessionCaller): Promise<Paid | undefined> {
  const { id, client_id, quote, approval } = session
  const sum = { client_id, amount: quote.total, currency: quote.currency }
  const { spending } = caller.container.resolve<BankService>(BANK_MODULE)
  await spending.check(sum)
  if (approval?.status === "approved") return undefined
  if (approval?.status !== "refused") {
    if (!(await spending.needsApproval(sum))) return undefined
    await requestSessionApproval(caller.container, session)
  }
  return { session: await sessionOf("checkout", id, caller) }
}

/**
 * The result when the checkout repeats another purchase, or exceeds the client's spending limit or a limit of unpaid
 * orders. Stores which purchase the request `by` was warned about. Rethrows any other error.
 */
export async function refusedBy(
  thrown: unknown,
  known: SessionNow,
  by: string,
  caller: SessionCaller
): Promise<Paid> {
  const refusal = problemIn(thrown)
  if (refusal && LIMITS.includes(refusal.code)) return { session: known, refusal }
  if (refusal?.code !== "duplicate_purchase") throw thrown
  const session = await sessionOf("checkout", known.id, caller)
  const duplicate_of = String(refusal.data.payment_id)
  await sessionsOf(caller).change(session, { duplicate_of, duplicate_by: by })
  return { session, duplicate: refusal }
}

const LIMITS: readonly ErrorCode[] = ["spending_limit", "unpaid_limit"]
