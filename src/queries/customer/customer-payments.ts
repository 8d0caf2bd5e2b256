import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Payment, toPayment } from "../../modules/bank/models/payment"
import { type Page, newestFirst } from "../../lib/keyset-page"

/** A customer's payment with the name of the agent that started it; null if no agent did. */
export type CustomerPayment = Payment & { readonly client_name: string | null }

/** A page of a customer's payments, newest first. Undefined if the cursor is invalid. */
export async function paymentsOfCustomer(
  container: MedusaContainer,
  customer_id: string,
  limit: number,
  cursor?: string
): Promise<Page<CustomerPayment> | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const found = own(knex, customer_id).as("own")
  const page = await newestFirst<Row>(knex, knex.from(found), "created_at", limit, cursor)
  return page && { ...page, rows: page.rows.map(customerPayment) }
}

/** A customer's payment. Undefined if there is none or it belongs to another customer. */
export async function paymentOfCustomer(
  container: MedusaContainer,
  customer_id: string,
  id: string
): Promise<CustomerPayment | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const row: Row | undefined = await own(knex, customer_id).where("p.id", id).first()
  return row && customerPayment(row)
}

type Row = Record<string, unknown> & { readonly id: string }

const customerPayment = (row: Row) => toPayment(row) as CustomerPayment

/** The ids are collected through indexes first, because sorting first would read the payments of all customers. */
function own(knex: Knex, customer_id: string): Knex.QueryBuilder {
  return knex("gw_payment as p")
    .leftJoin("gw_oauth_client as a", "a.id", "p.client_id")
    .whereRaw(OWN, { customer_id })
    .whereNot("p.status", "nothing_due")
    .select("p.*", "a.name as client_name")
}

/**
 * The payments of the customer's orders, carts and checkouts. If a guest enters the e-mail address of an
 * account, Medusa assigns the order to that account. So a payment by an agent counts only if the agent acted
 * for the customer.
 */
const OWN = `
  p.erasure_id is null and p.id = any (array(
    select b.id from "order" o join gw_payment b on b.order_id = o.id where o.customer_id = :customer_id
    union
    select b.id from cart c join gw_payment b on b.cart_id = c.id where c.customer_id = :customer_id
    union
    select b.id from cart c join cart_payment_collection l on l.cart_id = c.id
      join payment_session s on s.payment_collection_id = l.payment_collection_id
      join gw_payment b on b.session_id = s.id where c.customer_id = :customer_id
    union
    select payment_id from gw_session where customer_id = :customer_id
  )) and (p.client_id is null or p.origin = 'existing_order' or exists (
    select from gw_session s where s.customer_id = :customer_id and (s.payment_id = p.id or s.id =
      (select o.metadata -> 'gw_agent' ->> 'session_id' from "order" o where o.id = p.order_id))))`

/** All bank payments of an order, newest first. */
export async function paymentsOfOrder(container: MedusaContainer, order_id: string): Promise<Payment[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await knex("gw_payment").where({ order_id }).orderBy("created_at", "desc")
  return rows.map(toPayment)
}
