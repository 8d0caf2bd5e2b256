import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { WEBHOOK_MODULE } from "../../../../modules/webhook"
import type { ManagedSubscription, WebhookView } from "../../../../modules/webhook/models/managed"
import type WebhookService from "../../../../modules/webhook/service"
import { found, oauthOf } from "../modules"

/** The webhook module of the store that serves the request. */
export const webhooksOf = (req: AuthenticatedMedusaRequest<unknown>): WebhookService =>
  req.scope.resolve<WebhookService>(WEBHOOK_MODULE)

/** The webhook with the id in the path. Throws Medusa's 404. */
export async function webhookIn(req: AuthenticatedMedusaRequest<unknown>): Promise<ManagedSubscription> {
  return found(await webhooksOf(req).managed.subscriptions.find(String(req.params.id)), "webhook")
}

/** The views of webhooks, with the names of their clients. */
export async function viewsOf(
  webhooks: readonly ManagedSubscription[],
  req: AuthenticatedMedusaRequest<unknown>
): Promise<WebhookView[]> {
  const nameOf = await oauthOf(req).managed.names(webhooks.map(({ client_id }) => client_id))
  return webhooks.map((webhook) => ({ ...webhook, client_name: nameOf(webhook.client_id) }))
}

/** The view of the webhook with the id in the path. */
export async function viewIn(req: AuthenticatedMedusaRequest<unknown>): Promise<WebhookView> {
  const [view] = await viewsOf([await webhookIn(req)], req)
  return found(view, "webhook")
}
