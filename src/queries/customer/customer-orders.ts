import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { canceled } from "../../modules/bank/canceled-orders"

/** A customer's order, with the data needed to pay it. */
export interface CustomerOrder {
  readonly id: string
  readonly number: number
  readonly region_id: string | null
  readonly is_canceled: boolean
  /** Whether it was placed through a cart or an agent. Such an order is paid the way it was placed. */
  readonly is_bought: boolean
}

const MAX_INTEGER = 2_147_483_647

/** A customer's order by its number or Medusa's id. Undefined if there is none or it belongs to another customer. */
export async function orderOfCustomer(
  container: MedusaContainer,
  customer_id: string,
  name: string
): Promise<CustomerOrder | undefined> {
  const number = /^\d{1,10}$/.test(name) ? Number(name) : 0
  if (number > MAX_INTEGER) return undefined
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const key = number ? { display_id: number } : { id: name }
  const own = knex("order").where({ ...key, customer_id, is_draft_order: false, deleted_at: null })
  const order: Row | undefined = await own
    .whereRaw(NO_GUESTS, [customer_id])
    .first("id", "display_id", "region_id", knex.raw(IS_CANCELED), knex.raw(IS_BOUGHT))
  if (!order) return undefined
  const { display_id, ...shown } = order
  return { ...shown, number: display_id }
}

const IS_CANCELED = `${canceled('"order"')} as is_canceled`

/* If a guest enters the e-mail address of an account, Medusa assigns the order to that account. */
const NO_GUESTS = `(not jsonb_exists(coalesce(metadata, '{}'), 'gw_payment_id') or exists (
  select from gw_session s where s.id = "order".metadata -> 'gw_agent' ->> 'session_id' and s.customer_id = ?))`

/** The marks exist before Medusa links the order to its cart. */
const IS_BOUGHT = `(jsonb_exists_any(coalesce(metadata, '{}'), array['gw_cart_id', 'gw_payment_id'])
  or exists (select from order_cart c where c.order_id = "order".id and c.deleted_at is null)) as is_bought`

interface Row {
  readonly id: string
  readonly display_id: number
  readonly region_id: string | null
  readonly is_canceled: boolean
  readonly is_bought: boolean
}
