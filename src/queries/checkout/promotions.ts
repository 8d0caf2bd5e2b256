import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A promotion whose code a buyer has entered. */
export interface TypedPromotion {
  /** The code as the store defines it. */
  readonly code: string
  /** Whether its campaign is active now; always true without a campaign. */
  readonly is_running: boolean
  /** Whether it discounts shipping. It applies once a shipping method is chosen. */
  readonly is_for_delivery: boolean
  /** Whether its use is limited per customer, so that Medusa rejects it for an unknown customer. */
  readonly needs_customer: boolean
}

/** The promotions of these discount codes, by the lowercase code: codes are case-insensitive (UCP: Discount). */
export async function promotionsByCode(
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

/** Whether the store has promotions that apply without a code. */
export async function hasAutomaticPromotions(container: MedusaContainer): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const automatic = knex("promotion").where({ is_automatic: true }).whereNull("deleted_at")
  return (await automatic.first("id")) !== undefined
}
