import { z } from "@medusajs/framework/zod"
import { callerOf } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"
import { webhookView } from "../../../gateway/webhooks/webhook-view"

/** `GET /webhooks` (spec: UCP webhooks): the client's own webhooks, oldest first, without their secrets. */
export const listWebhooks = operation({
  access: ACCESS,
  input: z.strictObject({}),
  async run(_, call) {
    const own = await webhooksIn(call.container).subscriptions.list(callerOf(call).client_id)
    return json({ webhooks: own.map(webhookView) })
  },
})
