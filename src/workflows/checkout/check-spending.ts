import { type ErrorCode, problemIn } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { requestSessionApproval } from "../approval/request-approval"
import type { SessionCaller } from "./session-caller"
import type { Paid } from "./paid"
import { sessionOf } from "./owned-sessions"

/**
 * Checks the merchant's spending rules for the client. Undefined when the checkout may be paid. Otherwise the result:
 * it exceeds a limit, or its total needs the merchant's approval, which is requested here.
 */
export async function checkSpending(session: SessionNow, caller: SessionCaller): Promise<Paid | undefined> {
  const { id, client_id, quote, approval } = session
  const sum = { client_id, amount: quote.total, currency: quote.currency }
  const { spending } = caller.container.resolve<BankService>(BANK_MODULE)
  try {
    await spending.check(sum)
  } catch (thrown) {
    return overspent(thrown, session)
  }
  if (approval?.status === "approved") return undefined
  if (approval?.status !== "refused") {
    if (!(await spending.needsApproval(sum))) return undefined
    await requestSessionApproval(caller.container, session)
  }
  return { session: await sessionOf("checkout", id, caller) }
}

/** The result when the checkout exceeds the client's spending limit or a limit of unpaid orders. Rethrows any other error. */
export function overspent(thrown: unknown, session: SessionNow): Paid {
  const refusal = problemIn(thrown)
  if (!refusal || !LIMITS.includes(refusal.code)) throw thrown
  return { session, refusal }
}

const LIMITS: readonly ErrorCode[] = ["spending_limit", "unpaid_limit"]
