import type { Call } from "../../../gateway/call"
import type { Operation } from "../../../gateway/operation"
import type { RawReply } from "../../../gateway/reply"
import { completeSession } from "../checkout/complete-checkout"
import { getSession } from "../checkout/get-checkout"

type Completion = Parameters<typeof completeSession.run>[0]

/** The statuses of a session whose payment has been started. */
const PAYING: readonly unknown[] = ["requires_escalation", "complete_in_progress"]

/**
 * Completes a session, or returns it as it is now if its payment has been started and its status has changed since: clients
 * repeat `complete_checkout_session` after the buyer has returned from the payment page, and with the same key they would get
 * the response from before the payment. With another key, a session that is canceled is refused as over REST. A session that
 * cannot be paid is returned with the messages that state why.
 */
export const completeOrRead: Operation["run"] = async (input, call) => {
  const answered = await completeSession.run(input as Completion, call)
  const { code, status } = bodyOf(answered)
  if (status === "completed" || (code !== undefined && code !== "session_not_modifiable")) return answered
  const current = await readSession(input, call)
  const now = bodyOf(current).status
  return now === "completed" || (PAYING.includes(status) && now !== status) ? current : answered
}

/** The session as it is now, also for a client that was asked to open its link. */
export const readSession = (input: unknown, call: Call): Promise<RawReply> =>
  getSession.run({ id: (input as Completion).id }, call)

const bodyOf = ({ body }: RawReply) => JSON.parse(String(body)) as { code?: string; status?: string }
