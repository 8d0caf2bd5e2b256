import { z } from "@medusajs/framework/zod"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import { logOf } from "../../lib/log"
import { ALERT_MODULE } from "../../modules/alert"
import type AlertService from "../../modules/alert/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { receiveWithPriority, settleInBackground } from "../../workflows/settlement/settle-in-background"
import type { Call } from "../../gateway/call"
import { operation } from "../../gateway/operation"
import { json, reply } from "../../gateway/reply"

/**
 * The endpoint of the notifications (IPN) about an account at a bank, by default about the default account. Verifies
 * the raw bytes, then parses them. The acknowledgment means that the event is stored, not that it is processed.
 * Processing follows at once, or in turn during a burst.
 */
export const receiveNotification = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const { method, headers, body: raw_body, params } = call
    const { account = DEFAULT_ACCOUNT } = params
    if (!raw_body) throw problem("request_too_large")
    if (headers["content-encoding"])
      throw problem("invalid_request", {}, "Content encodings are not supported. Send the body unencoded.")
    const bank = call.container.resolve<BankService>(BANK_MODULE)
    try {
      const { acknowledgement, event, forged } = await receiveWithPriority(() =>
        bank.events.receive(account, { method, headers, raw_body })
      )
      if (event) settleInBackground(call.container, event)
      if (forged) noteForgery(forged, call)
      return reply(acknowledgement.status, acknowledgement.headers, acknowledgement.body)
    } catch (error) {
      // The bank's keys could not be fetched: a 503 makes the bank send the notification again.
      if (error instanceof BankError)
        return json({ error: { code: error.code } }, 503, { "Retry-After": "30" })
      throw error
    }
  },
})

/** Counts a forged notification for the merchant's alert. The response does not wait for this and cannot fail by it. */
function noteForgery(reason: string, { container }: Call): void {
  const { signatureFailures } = container.resolve<AlertService>(ALERT_MODULE)
  signatureFailures.note(reason).catch(({ message }: Error) => {
    logOf(container).error(`a notification that is not the bank's is not counted: ${message}`)
  })
}
