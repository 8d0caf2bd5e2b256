import { z } from "@medusajs/framework/zod"
import { PathId } from "../../../gateway/schemas"

/** The scope of all webhook operations: a webhook shows what this scope allows to read. */
export const ACCESS = "acp:orders:read"

/** The body that registers a webhook. Unknown members are refused: a misspelled one would be ignored without notice. */
export const WebhookBody = z.strictObject({
  url: z.string("must be an https address that receives the events"),
  description: z.string().trim().min(1).max(200).nullish(),
})
export type WebhookBody = z.infer<typeof WebhookBody>

/** The webhook id in a path. */
export const WebhookKey = z.object({ id: PathId })
export type WebhookKey = z.infer<typeof WebhookKey>
