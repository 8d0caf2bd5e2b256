import { z } from "@medusajs/framework/zod"
import { WEBHOOK_EVENTS } from "../../../../domain/webhook"
import { DELIVERY_STATUSES } from "../../../../modules/webhook/models/subscription"
import { Cursor, Name, Page, SearchText, SortedCursor, orderBy } from "../paging"
import { Moment } from "../validators"

/** The filters of the webhook list; `q` matches a part of the URL. */
export const ListWebhooks = Page.extend({
  client_id: Name.optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  q: SearchText.optional(),
  order: orderBy(["created_at", "url"]).optional(),
  cursor: SortedCursor.optional(),
})
export type ListWebhooks = z.infer<typeof ListWebhooks>

/** The filters of the exported file: those of the list. */
export const ExportWebhooks = ListWebhooks.omit({ order: true, cursor: true, limit: true })
export type ExportWebhooks = z.infer<typeof ExportWebhooks>

/**
 * The filters of a webhook's deliveries. The time bounds are inclusive; `q` is the id of a delivery, of its event, or of
 * the order or checkout that the event is about.
 */
export const ListDeliveries = Page.extend({
  state: z.enum(["pending", "delivered", "dead"]).optional(),
  type: z.enum(WEBHOOK_EVENTS).optional(),
  created_from: Moment.optional(),
  created_to: Moment.optional(),
  q: SearchText.optional(),
  order: orderBy(["created_at"]).optional(),
})
export type ListDeliveries = z.infer<typeof ListDeliveries>

/** The filters of the exported file: those of the list. */
export const ExportDeliveries = ListDeliveries.omit({ order: true, cursor: true, limit: true })
export type ExportDeliveries = z.infer<typeof ExportDeliveries>

const ExactMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/**
 * Which deliveries to send again: those that were given up (`dead`), or with `all` also the delivered ones; created
 * from `from` until before `to`. `cursor` is the `next_cursor` of the previous call.
 */
export const ReplayDeliveries = z
  .strictObject({
    state: z.enum(["dead", "all"]).default("dead"),
    from: ExactMoment.optional(),
    to: ExactMoment.optional(),
    cursor: Cursor.optional(),
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ["to"], message: "must be later than from" })
export type ReplayDeliveries = z.infer<typeof ReplayDeliveries>
