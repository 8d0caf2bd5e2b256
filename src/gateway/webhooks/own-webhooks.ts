import type { MedusaContainer } from "@medusajs/framework/types"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type { Subscription } from "../../modules/webhook/models/subscription"
import type WebhookService from "../../modules/webhook/service"
import { type Call, callerOf } from "../call"

/** The webhooks of all clients. */
export const webhooksIn = (container: MedusaContainer) => container.resolve<WebhookService>(WEBHOOK_MODULE)

/** The caller's webhook. Throws `not_found` also for a webhook of another client. */
export const ownWebhook = (id: string, call: Call): Promise<Subscription> =>
  webhooksIn(call.container).subscriptions.retrieve(id, callerOf(call).client_id)
