import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { exactTotalOf } from "../../queries/checkout/carts"

/**
 * Removes the fraction of a minor unit that discounts leave on a cart that costs nothing. Medusa computes discounts in
 * floating point and would require a payment for the fraction. Afterwards the total is zero or minimally less. Call
 * while holding the lock of the cart. Safe to repeat.
 */
export async function removeRoundingRemainder(cart_id: string, container: MedusaContainer): Promise<void> {
  const remainder = await exactTotalOf(container, cart_id)
  if (MathBN.lte(remainder, 0)) return
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  // Twice the remainder: a discount on a tax-inclusive price lowers the total by less than its amount, but by more than
  // half.
  const added = MathBN.mult(remainder, 2).toFixed()
  for (const statement of [RAISE_LINE_DISCOUNT, RAISE_SHIPPING_DISCOUNT]) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(statement, { cart_id, added })
    if (rowCount) return
  }
}

/** Raises the smallest discount of the cart, because it has room for the most decimal places. */
const raiseSmallestDiscount = (table: string, of: string, column: string) => `
  update ${table} set updated_at = now(), amount = amount + cast(:added as numeric), raw_amount =
         jsonb_build_object('value', cast(amount + cast(:added as numeric) as text), 'precision', 20)
   where id = (
     select a.id from ${table} a join ${of} o on o.id = a.${column}
      where o.cart_id = :cart_id and o.deleted_at is null and a.deleted_at is null and a.amount > 0
      order by a.amount, a.id limit 1)`

const RAISE_LINE_DISCOUNT = raiseSmallestDiscount("cart_line_item_adjustment", "cart_line_item", "item_id")
const RAISE_SHIPPING_DISCOUNT = raiseSmallestDiscount(
  "cart_shipping_method_adjustment",
  "cart_shipping_method",
  "shipping_method_id"
)
