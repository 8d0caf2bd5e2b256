import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Deletes a cart that is no longer used, as Medusa's cart module does: with its lines, shipping methods and addresses. One
 * statement, because each change of a checkout leaves a cart, and the module reads and writes all of these one by one.
 */
export async function deleteUnusedCart(container: MedusaContainer, cart_id: string | null): Promise<void> {
  if (!cart_id) return
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.raw(DELETE, { cart_id })
}

const deleteFrom = (table: string, owner: string, condition: string) => `
  update ${table} t set deleted_at = now(), updated_at = now()
    from ${owner} o where ${condition} and t.deleted_at is null`

const DELETE = `
  with deleted_cart as (
    update cart set deleted_at = now(), updated_at = now() where id = :cart_id and deleted_at is null
    returning id, shipping_address_id, billing_address_id),
  deleted_line as (${deleteFrom("cart_line_item", "deleted_cart", "t.cart_id = o.id")} returning t.id),
  deleted_adjustment as (${deleteFrom("cart_line_item_adjustment", "deleted_line", "t.item_id = o.id")}),
  deleted_tax_line as (${deleteFrom("cart_line_item_tax_line", "deleted_line", "t.item_id = o.id")}),
  deleted_method as (${deleteFrom("cart_shipping_method", "deleted_cart", "t.cart_id = o.id")})
  ${deleteFrom("cart_address", "deleted_cart", "t.id in (o.shipping_address_id, o.billing_address_id)")}`
