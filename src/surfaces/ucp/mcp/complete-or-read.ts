import type { CheckoutStatus } from "../../../domain/checkout"
import { problemIn } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { type CheckoutState, stillHolds } from "../../../gateway/mcp/still-holds"
import type { Operation } from "../../../gateway/operation"
import type { RawReply } from "../../../gateway/reply"
import { refuseEnded } from "../../../workflows/checkout/checkout-status"
import { completeCheckout } from "../checkout/complete-checkout"
import { getCheckout } from "../checkout/get-checkout"
import { hasEnded } from "./answer"

type Completion = Parameters<typeof completeCheckout.run>[0]

/** The statuses of a checkout whose payment has been started. */
const PAYING: readonly unknown[] = ["requires_escalation", "complete_in_progress"]

/**
 * Completes a checkout, or returns it as it is now if the response, which can be a stored one, no longer holds: clients repeat
 * `complete_checkout` after the buyer has returned from the payment page, and with the same key they would get the response
 * from before the payment. Throws `invalid_state` for a checkout that is canceled.
 */
export const completeOrRead: Operation["run"] = async (input, call) => {
  const completion = input as Completion
  const answered = await completeCheckout.run(completion, call).catch(unlessEnded)
  if ("status" in answered && !isOutdated(answered)) return answered
  const current = await readCheckout(completion, call)
  const now = bodyOf(current)
  if (now.status === "completed") return current
  if ("thrown" in answered) throw answered.thrown
  if (hasEnded(answered)) return answered
  if (now.status === "canceled") refuseEnded(completion.id, now.status)
  const then = bodyOf(answered)
  const holds =
    answered.status < 400 ? then.status === now.status && stillHolds(then, now) : !PAYING.includes(now.status)
  return holds ? answered : current
}

/**
 * Whether the checkout may have been completed since: a refusal because it has ended or because its payment failed, or any
 * other status than completed.
 */
const isOutdated = (answered: RawReply) =>
  answered.status < 400
    ? bodyOf(answered).status !== "completed"
    : hasEnded(answered) || answered.status === PAYMENT_FAILED

/** UCP: HTTP Status Codes. */
const PAYMENT_FAILED = 402

interface Body extends Omit<CheckoutState, "status"> {
  readonly status?: CheckoutStatus
}

const bodyOf = ({ body }: RawReply) => JSON.parse(String(body)) as Body

function unlessEnded(thrown: unknown): { readonly thrown: unknown } {
  if (problemIn(thrown)?.code === "invalid_state") return { thrown }
  throw thrown
}

/** The checkout as it is now, also for a client that was asked to open its link. */
export const readCheckout = (input: unknown, call: Call): Promise<RawReply> =>
  getCheckout.run({ id: (input as Completion).id }, call)
