import { sql } from "./database"
import { made } from "./markets"

/** The admin path of the product of a variant. */
export async function productOf(variant_id: string): Promise<string> {
  const [row] = await sql<{ id: string }>("select product_id as id from product_variant where id = $1", [
    variant_id,
  ])
  return `/admin/products/${row?.id}`
}

/** Changes the price of a variant, in euros. */
export async function reprice(variant_id: string, amount: number): Promise<void> {
  const prices = [{ currency_code: "eur", amount }]
  await made(`${await productOf(variant_id)}/variants/${variant_id}`, { prices })
}
