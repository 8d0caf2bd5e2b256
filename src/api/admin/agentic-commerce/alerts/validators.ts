import { z } from "@medusajs/framework/zod"
import { ALERT_KINDS } from "../../../../domain/alerts"

/** The filters of the alerts' list. `cursor` is the `next_cursor` of the page before. */
export const ListAlerts = z.strictObject({
  status: z.enum(["open", "all"]).default("open"),
  kind: z.enum(ALERT_KINDS).optional(),
  cursor: z.string().min(1).max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListAlerts = z.infer<typeof ListAlerts>

/** Acknowledging says nothing more. */
export const Acknowledge = z.strictObject({})
