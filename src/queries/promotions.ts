import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A promotion a buyer has typed the code of. */
export interface TypedPromotion {
  /** As the store writes it. */
  readonly code: string
  /** Whether its campaign runs now; one without a campaign runs always. */
  readonly is_running: boolean
  /** Whether it takes something off the delivery: it counts as soon as there is one. */
  readonly is_for_delivery: boolean
  /** Whether it can be used so and so often by each customer, so that Medusa refuses it to one it does not know. */
  readonly needs_customer: boolean
}

/** The promotions behind discount codes, by the code in lowercase: it counts however it is typed (UCP: Discount). */
export async function promotionsBehind(
  container: MedusaContainer,
  codes: readonly string[]
): Promise<Map<string, TypedPromotion>> {
  if (!codes.length) return new Map()
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: TypedPromotion[] }>(
    `select p.code, coalesce(c.starts_at <= now(), true) and coalesce(c.ends_at > now(), true) as is_running,
            coalesce(m.target_type = 'shipping_methods', false) as is_for_delivery,
            coalesce(b.type = 'use_by_attribute', false) as needs_customer
       from promotion p
       left join promotion_application_method m on m.promotion_id = p.id and m.deleted_at is null
       left join promotion_campaign c on c.id = p.campaign_id and c.deleted_at is null
       left join promotion_campaign_budget b on b.campaign_id = c.id and b.deleted_at is null
      where lower(p.code) = any(:codes) and p.deleted_at is null and p.status = 'active'
      order by p.created_at desc`,
    { codes: codes.map((code) => code.toLowerCase()) }
  )
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]))
}

/** Whether the store has promotions that count by themselves, without a code. */
export async function hasAutomaticPromotions(container: MedusaContainer): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const automatic = knex("promotion").where({ is_automatic: true }).whereNull("deleted_at")
  return (await automatic.first("id")) !== undefined
}
