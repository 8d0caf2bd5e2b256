import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The value of `review_reason` with one more reason why a person must look: they add up, each counts once. */
export function withReason(knex: Knex, reason: string): Knex.Raw {
  return knex.raw(
    `case when strpos(coalesce(review_reason, ''), :reason) > 0 then review_reason
          else concat_ws('; ', review_reason, :reason::text) end`,
    { reason }
  )
}
