import { z } from "@medusajs/framework/zod"
import { endOwnCard } from "../../../workflows/card/end-own-card"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { PathId } from "../../../gateway/schemas"
import { oauthOf } from "../oauth-module"
import type { Notice } from "../pages/oauth-texts"
import { Form } from "../parameters"
import { accountOf, backToAccount, postedAccountOf } from "./account"

const Change = z.discriminatedUnion("action", [
  z.object({ action: z.literal("withdraw"), id: PathId, token: z.string().optional() }),
  z.object({ action: z.literal("remove"), id: PathId, token: z.string().optional() }),
  z.object({ action: z.literal("log_out"), token: z.string().optional() }),
])
type Change = z.infer<typeof Change>

/**
 * `POST /account`: withdraws a consent, removes a saved card, or ends the login on the page, and shows the page again. A
 * withdrawn consent's tokens are rejected from the next call on, and a removed card is not charged again. A consent or
 * card of another customer counts as gone. When the login has expired, the login page is shown and nothing is changed.
 */
export const changeAccount = operation({
  access: "discovery",
  input: Form.pipe(Change),
  async run(change, call) {
    if (!(await accountOf(call)).customer) return backToAccount(call)
    const { customer, secret } = await postedAccountOf(call, change.token)
    if (change.action === "log_out") await oauthOf(call).accountSessions.end(secret)
    else if (customer) return backToAccount(call, { notice: await noticeOf(change, customer.id, call) })
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
