import { problemIn } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/sessions"
import { askForSession } from "../../workflows/approval/ask-approval"
import type { Call } from "../call"
import type { Paid } from "./pay-checkout"
import { noteOverspending } from "../refusals"
import { sessionOf } from "./sessions"

/**
 * Checks the merchant's spending rules for the client. Undefined when the checkout may be paid. Otherwise the result:
 * it exceeds a limit, or its total needs the merchant's approval, which is requested here.
 */
export async function heldBack(session: SessionNow, call: Call): Promise<Paid | undefined> {
  const { id, client_id, quote, approval } = session
  const sum = { client_id, amount: quote.total, currency: quote.currency }
  const { spending } = call.container.resolve<BankService>(BANK_MODULE)
  try {
    await spending.check(sum)
  } catch (thrown) {
    return overspent(thrown, session, call)
  }
  if (approval?.status === "approved" || !(await spending.needsApproval(sum))) return undefined
  if (approval?.status !== "refused") await askForSession(call.container, session)
  return { session: await sessionOf("checkout", id, call) }
}

/** The result when the checkout exceeds the client's spending limit. Rethrows any other error. */
export async function overspent(thrown: unknown, session: SessionNow, call: Call): Promise<Paid> {
  const refusal = problemIn(thrown)
  if (refusal?.code !== "spending_limit") throw thrown
  await noteOverspending(refusal, call)
  return { session, refusal }
}
