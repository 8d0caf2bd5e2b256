import { z } from "@medusajs/framework/zod"
import { WEBHOOK_EVENTS } from "../../../domain/webhook"
import { PathId } from "../../../gateway/schemas"

const NAMES = WEBHOOK_EVENTS.join(", ")

/**
 * The body that registers a webhook (docs: Webhooks). Unknown members are refused, because a misspelled one would be
 * ignored without notice.
 */
export const WebhookBody = z.strictObject({
  url: z
    .string("must be an https address that receives the events")
    .describe("Where to post; https, and not longer than 2000"),
  events: z
    .array(z.enum([...WEBHOOK_EVENTS, "*"], `must be "*" or one of ${NAMES}`))
    .min(1, "must name an event; leave it out for all of them")
    .max(50)
    .optional()
    .describe("The events to receive; all events when omitted"),
  description: z.string().trim().min(1).max(200).nullish(),
})
export type WebhookBody = z.infer<typeof WebhookBody>

/** The webhook id in a path. */
export const WebhookKey = z.object({ id: PathId })
export type WebhookKey = z.infer<typeof WebhookKey>
