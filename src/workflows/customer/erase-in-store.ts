import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LINE_MARK } from "../../queries/checkout/baskets"

/**
 * Erases names and addresses from the carts that price agents' sessions, within the caller's transaction, and returns
 * how many carts. Carts of the storefront and carts that became orders stay: their data belongs to Medusa.
 */
export async function eraseCarts(customer_ids: readonly string[], trx: Knex): Promise<number> {
  const bindings = { customers: [...customer_ids], mark: LINE_MARK }
  const { rows } = await trx.raw<{ rows: { addresses: (string | null)[] }[] }>(ERASE_CARTS, bindings)
  const addresses = rows.flatMap((row) => row.addresses.filter((id): id is string => id !== null))
  await trx("cart_address").whereIn("id", addresses).update(ERASED_ADDRESS)
  return rows.length
}

/** Erases from orders the attribution, note and metadata that an agent sent along. The rest of the order stays. */
export async function eraseAttribution(order_ids: readonly string[], trx: Knex): Promise<void> {
  const metadata = trx.raw(
    "metadata #- '{gw_agent,attribution}' #- '{gw_agent,note}' #- '{gw_agent,metadata}'"
  )
  await trx("order")
    .whereIn("id", [...order_ids])
    .update({ metadata })
}

const ERASED_ADDRESS = Object.fromEntries(
  ["customer_id", "company", "first_name", "last_name", "address_1", "address_2", "city"]
    .concat("province", "postal_code", "phone", "metadata")
    .map((column) => [column, null])
)

const ERASE_CARTS = `
  update cart c set email = null, customer_id = null
   where c.customer_id = any (:customers) and c.completed_at is null
     and exists (select from cart_line_item l where l.cart_id = c.id and jsonb_exists(l.metadata, :mark))
  returning array[c.shipping_address_id, c.billing_address_id] as addresses`
