import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Which of Medusa's ids identifies the order: its own, its payment collection's, or that of one of its payments. */
export type OrderName = "order" | "collection" | "payment"

/** The id of an order with a payment that was started after the order was placed. Undefined for any other order. */
export async function existingOrderOf(
  container: MedusaContainer,
  by: OrderName,
  id: string
): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { order_id: string }[] }>(
    `select order_id from gw_payment where origin = 'existing_order' and order_id = (${ORDER[by]}) limit 1`,
    { id }
  )
  return rows[0]?.order_id
}

const OF_COLLECTION = `select order_id from order_payment_collection
  where deleted_at is null and payment_collection_id`

const ORDER: Record<OrderName, string> = {
  order: "cast(:id as text)",
  collection: `${OF_COLLECTION} = :id limit 1`,
  payment: `${OF_COLLECTION} = (select payment_collection_id from payment where id = :id) limit 1`,
}

/** Whether an order has a payment of an agent, through any route. */
export async function hasAgentPayment(container: MedusaContainer, order_id: string): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return (await knex("gw_payment").where({ order_id }).first("id")) !== undefined
}

/**
 * The id of an agent's order that is paid through another provider than the bank, by the id of one of Medusa's payments of
 * it. Undefined for other orders.
 */
export async function providerOrderOf(container: MedusaContainer, id: string): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { order_id: string }[] }>(
    `select order_id from gw_payment where route in ('page', 'storefront') and order_id = (${ORDER.payment}) limit 1`,
    { id }
  )
  return rows[0]?.order_id
}

/**
 * The id of the order of a payment at the bank, or of an agent's order with this payment at another provider, by the id of
 * Medusa's payment. Undefined for other payments.
 */
export async function orderOfMedusaPayment(
  container: MedusaContainer,
  id: string
): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { order_id: string | null }[] }>(
    `select order_id from gw_payment
      where session_id = (select payment_session_id from payment where id = :id)
     union all select order_id from gw_payment where order_id = (${ORDER.payment})
      limit 1`,
    { id }
  )
  return rows[0]?.order_id ?? undefined
}
