import { z } from "@medusajs/framework/zod"
import { endOwnCard } from "../../../workflows/card/end-own-card"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { PathId } from "../../../gateway/schemas"
import { oauthOf } from "../oauth-module"
import type { Notice } from "../pages/oauth-texts"
import { Form } from "../parameters"
import { accountOf, backToAccount, requireOwnForm } from "./account"

const Change = z.discriminatedUnion("action", [
  z.object({ action: z.literal("withdraw"), id: PathId, token: z.string().optional() }),
  z.object({ action: z.literal("remove"), id: PathId, token: z.string().optional() }),
  z.object({ action: z.literal("log_out"), token: z.string().optional() }),
])
type Change = z.infer<typeof Change>

/**
 * `POST /account`: withdraws a consent, removes a saved card, or ends the login on the page, and shows the page again. A
 * withdrawn consent's tokens are rejected from the next call on, and a removed card is not charged again. A consent or
 * card of another customer counts as gone. When the login or the cookie has expired, the page is shown and nothing is changed.
 */
export const changeAccount = operation({
  access: "discovery",
  input: Form.pipe(Change),
  async run(change, call) {
    const account = await accountOf(call)
    const { is_known, customer, secret } = account
    if (!is_known || !customer) return backToAccount(call)
    requireOwnForm(account, change.token, call)
    if (change.action !== "log_out")
      return backToAccount(call, { done: await noticeOf(change, customer.id, call) })
    await oauthOf(call).accountSessions.end(secret)
    return backToAccount(call)
  },
})

async function noticeOf(
  { action, id }: Exclude<Change, { action: "log_out" }>,
  customer_id: string,
  call: Call
): Promise<Notice> {
  if (action === "withdraw")
    return (await oauthOf(call).ownGrants.revoke(id, customer_id)) ? "withdrawn" : "gone"
  return (await endOwnCard(call.container, id, customer_id)) ? "removed" : "gone"
}
