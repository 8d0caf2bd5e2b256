import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { toMinorUnits } from "../../lib/minor-units"
import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"

/** The cart of a payment session. Undefined if the session was replaced or the cart deleted. */
export async function cartOfSession(
  container: MedusaContainer,
  session_id: string | null
): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: ["payment_collection_id"],
    filters: { id: session_id },
  })
  if (!sessions[0]) return undefined
  const { data: links } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: sessions[0].payment_collection_id },
  })
  return links[0]?.cart_id
}

type Session = { id: string; provider_id: string } | null

/** A cart's payment session with the gateway's provider. Undefined if it has none. */
export async function sessionOfCart(
  container: MedusaContainer,
  cart_id: string
): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: ["payment_collection.payment_sessions.id", "payment_collection.payment_sessions.provider_id"],
    filters: { id: cart_id },
  })
  const sessions: Session[] = carts[0]?.payment_collection?.payment_sessions ?? []
  return sessions.find((session) => session?.provider_id === PAYMENT_PROVIDER_ID)?.id
}

/** The order that Medusa has linked to a cart, if it exists: a failed completion may leave the link of a deleted one. */
export async function orderOfCart(container: MedusaContainer, cart_id: string): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [order_id] = await knex("order_cart as c")
    .join("order as o", "o.id", "c.order_id")
    .where({ "c.cart_id": cart_id, "c.deleted_at": null })
    .limit(1)
    .pluck<string[]>("c.order_id")
  return order_id
}

/** The cart of which Medusa has made an order. */
export async function cartOfOrder(container: MedusaContainer, order_id: string): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id },
  })
  return links[0]?.cart_id
}

/** Whether a cart contains a variant to be shipped that the merchant has deleted. */
export async function hasDeletedItems(container: MedusaContainer, cart_id: string): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const shipped = { cart_id, requires_shipping: true, deleted_at: null }
  const lines = knex("cart_line_item as l").where(shipped).whereNotNull("variant_id")
  const variants = knex("product_variant as v").whereRaw("v.id = l.variant_id").whereNull("v.deleted_at")
  return (await lines.whereNotExists(variants).first("l.id")) !== undefined
}

/** The current total of a cart, rounded to minor units like its payment. */
export async function totalOfCart(
  container: MedusaContainer,
  cart_id: string,
  currency: string
): Promise<number> {
  return toMinorUnits(await exactTotalOf(container, cart_id), currency)
}

/** The exact current total of a cart, in major units. */
export async function exactTotalOf(container: MedusaContainer, cart_id: string) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: carts } = await query.graph({ entity: "cart", fields: ["total"], filters: { id: cart_id } })
  return MathBN.convert(carts[0]?.total ?? 0)
}
