import type { Call } from "../../../gateway/call"
import type { Operation } from "../../../gateway/operation"
import { type CheckoutState, stillHolds } from "../../../gateway/mcp/still-holds"
import type { RawReply } from "../../../gateway/reply"
import { completeSession } from "../checkout/complete-checkout"
import { getSession } from "../checkout/get-checkout"
import { isOpen, type SessionStatus } from "../session/session-status"

type Completion = Parameters<typeof completeSession.run>[0]

/**
 * Completes a session, or returns it as it is now if the response, which can be a stored one, no longer holds: clients repeat
 * `complete_checkout_session` after the buyer has returned from the payment page, and with the same key they would get the
 * response from before the payment. With another key, a session that is canceled is refused as over REST. A session that
 * cannot be paid is returned with the messages that state why.
 */
export const completeOrRead: Operation["run"] = async (input, call) => {
  const answered = await completeSession.run(input as Completion, call)
  const then = bodyOf(answered)
  const { code, status } = then
  if (status === "completed" || (code !== undefined && code !== "session_not_modifiable")) return answered
  const current = await readSession(input, call)
  const now = bodyOf(current)
  if (now.status === "completed") return current
  const isSame = now.status === status || (isOpen(now.status) && isOpen(status))
  return code !== undefined || (isSame && stillHolds(then, now)) ? answered : current
}

/** The session as it is now, also for a client that was asked to open its link. */
export const readSession = (input: unknown, call: Call): Promise<RawReply> =>
  getSession.run({ id: (input as Completion).id }, call)

interface Body extends Omit<CheckoutState, "status"> {
  readonly code?: string
  readonly status: SessionStatus
}

const bodyOf = ({ body }: RawReply) => JSON.parse(String(body)) as Body
