import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { LIST_PARAMETERS } from "../catalog/search-products"
import { WebhookKey } from "./webhook-body"
import { ownWebhook, webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"
import { deliveryView } from "../../../gateway/webhooks/webhook-view"

const DeliveryPage = z.strictObject({
  id: WebhookKey.shape.id,
  limit: LIST_PARAMETERS.limit.describe("How many deliveries a page has"),
  cursor: LIST_PARAMETERS.cursor,
})
type DeliveryPage = z.infer<typeof DeliveryPage>

/** `GET /webhooks/{id}/deliveries`: the webhook's deliveries with their state and last result, newest first. */
export const listDeliveries = operation({
  access: ACCESS,
  input: DeliveryPage,
  async run({ id, limit, cursor }: DeliveryPage, call) {
    const webhook = await ownWebhook(id, call)
    const page = await webhooksIn(call.container).deliveries.list(webhook, {
      limit,
      ...(cursor && { cursor }),
    })
    if (!page)
      throw problem("invalid_params", {
        issues: [
          { path: "cursor", message: "must be the cursor that a previous page of this list returned" },
        ],
      })
    const { rows, next_cursor } = page
    const pagination = { has_next_page: next_cursor !== null, ...(next_cursor && { cursor: next_cursor }) }
    return json({ deliveries: rows.map(deliveryView), pagination })
  },
})
