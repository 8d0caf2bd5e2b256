import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Attention } from "../../domain/attention"

/** The counted rows, each with its own index. */
const WAITING: Readonly<Record<keyof Attention, string>> = {
  alerts: "gw_alert where resolved_at is null and acknowledged_at is null",
  approvals: "gw_approval where status = 'waiting'",
  payments: "gw_payment where review_reason is not null",
  disputes: "gw_payment where display_status = 'disputed'",
  webhooks: "gw_webhook_subscription where delivery_status = 'failing'",
}

/** Counts up to 100, because a badge shows no more. */
const COUNTS = Object.entries(WAITING).map(
  ([name, rows]) => `(select count(*)::integer from (select from ${rows} limit 100) one) as ${name}`
)

/** Counts the items that wait for the staff. */
export async function attention(container: MedusaContainer): Promise<Attention> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: [Attention] }>(`select ${COUNTS.join()}`)
  return rows[0]
}
