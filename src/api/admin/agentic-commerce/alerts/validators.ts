import { z } from "@medusajs/framework/zod"
import { ALERT_DESTINATIONS, ALERT_KINDS } from "../../../../domain/alerts"
import { ALERT_STATUSES } from "../../../../modules/alert/models/alert"
import { Page } from "../paging"

/** The filters of the alert list. */
export const ListAlerts = Page.extend({
  status: z.enum(ALERT_STATUSES).default("open"),
  kind: z.enum(ALERT_KINDS).optional(),
})
export type ListAlerts = z.infer<typeof ListAlerts>

/** The destination of a test alert. */
export const TestAlert = z.strictObject({ destination: z.enum(ALERT_DESTINATIONS) })
export type TestAlert = z.infer<typeof TestAlert>
