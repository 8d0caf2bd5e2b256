import { z } from "@medusajs/framework/zod"
import { callerOf } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { webhookView } from "../../../gateway/webhooks/webhook-view"
import { ACCESS } from "./webhook-body"

/** `GET /webhooks`: the client's own webhooks, oldest first, without their secrets. */
export const listWebhooks = operation({
  access: ACCESS,
  input: z.object({}),
  async run(_, call) {
    const own = await webhooksIn(call.container).subscriptions.list(callerOf(call).client_id)
    return json({ webhooks: own.map(webhookView) })
  },
})
