import { z } from "@medusajs/framework/zod"
import { callerOf } from "../../call"
import { operation } from "../../operation"
import { json } from "../../reply"
import { ACCESS, webhooksIn } from "./own"
import { webhookView } from "./view"

/** `GET /webhooks` (spec: UCP webhooks): the client's own webhooks, oldest first, without their secrets. */
export const listWebhooks = operation({
  access: ACCESS,
  input: z.strictObject({}),
  async run(_, call) {
    const own = await webhooksIn(call.container).subscriptions.list(callerOf(call).client_id)
    return json({ webhooks: own.map(webhookView) })
  },
})
