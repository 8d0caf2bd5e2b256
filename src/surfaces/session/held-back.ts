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
 * What has become of a checkout that the merchant's rules for the client keep from being paid now: it costs more than they
 * allow, or the merchant has to approve its total first and is asked here. Undefined when it may be paid.
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

/** The same when a checkout costs more than the client may spend. Throws on whatever else was thrown. */
export async function overspent(thrown: unknown, session: SessionNow, call: Call): Promise<Paid> {
  const refusal = problemIn(thrown)
  if (refusal?.code !== "spending_limit") throw thrown
  await noteOverspending(refusal, call)
  return { session, refusal }
}
