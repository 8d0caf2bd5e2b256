import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

const MARK = "gw_promotions_returned"

interface Adjusted {
  readonly adjustments?: readonly { readonly code?: string | null; readonly amount: number }[]
}

interface Discounted {
  readonly customer_id: string | null
  readonly email: string | null
  readonly items: readonly Adjusted[]
  readonly shipping_methods: readonly Adjusted[]
}

/**
 * Returns the uses that a canceled order has consumed of promotions with a usage limit. Medusa counts uses when an order
 * is placed, but does not return them when it is canceled. At most once: after a crash in between they are not
 * returned, because returning them twice would cost the merchant money.
 */
export async function returnPromotions(order_id: string, container: MedusaContainer): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["customer_id", "email", "items.adjustments.*", "shipping_methods.adjustments.*"]
  const { data } = await query.graph({ entity: "order", fields, filters: { id: order_id } })
  const order = data[0] as unknown as Discounted | undefined
  if (!order) return
  const { items, shipping_methods, customer_id, email } = order
  const applied = [...items, ...shipping_methods].flatMap(({ adjustments = [] }) => adjustments)
  const uses = applied.flatMap(({ code, amount }) => (code ? [{ code, amount }] : []))
  if (!uses.length || !(await claim(order_id, container))) return
  await container.resolve(Modules.PROMOTION).revertUsage(uses, { customer_id, customer_email: email })
}

/** Marks the order; false when it was marked before. */
async function claim(id: string, container: MedusaContainer): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const metadata = knex.raw("coalesce(metadata, '{}'::jsonb) || ?::jsonb", [JSON.stringify({ [MARK]: true })])
  const unmarked = knex("order").where({ id, deleted_at: null }).whereRaw("metadata->? is null", [MARK])
  return (await unmarked.update({ metadata })) === 1
}
