import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { OrderPaymentStatus, OrderStatus } from "../../domain/order"
import type { Dispute, PaymentStatus } from "../../domain/settlement"
import type { Session, SessionOwner } from "../../modules/agent/models/session"
import { canceled } from "../../modules/bank/canceled-orders"
import { newestFirst } from "../../lib/keyset-page"

/** An order placed by an agent, with data of its checkout session and payment. Amounts in minor units. */
export interface AgentOrder extends Pick<Session, "requested" | "quote" | "erasure_id"> {
  /** The id of the checkout session. */
  readonly id: string
  readonly payment_id: string
  /** Medusa's id of the order. */
  readonly order_id: string
  /** The order's display number. */
  readonly number: number
  readonly client_id: string
  readonly payment_status: PaymentStatus
  readonly is_canceled: boolean
  readonly captured_amount: number
  readonly refunded_amount: number
  readonly disputes: readonly Dispute[]
}

/**
 * The orders that a call may see: those that its client placed for the same customer, or for guests if the token belongs
 * to no customer.
 */
export interface OrderReader extends SessionOwner {
  /** Whether it also sees what other clients placed for its customer. It sees no other guests' orders. */
  readonly sees_all_of_customer?: boolean
}

/** The filters of a list of orders. Times are RFC 3339; both bounds are inclusive. */
export type OrderFilters = Partial<{
  readonly status: OrderStatus
  readonly payment_status: OrderPaymentStatus
  readonly checkout_id: string
  readonly created_from: string
  readonly created_to: string
}>

const IS_CANCELED = canceled("o")

const STATUS: Record<OrderStatus, string> = {
  open: "o.status not in ('canceled', 'completed', 'archived')",
  completed: `o.status in ('completed', 'archived') and not ${IS_CANCELED}`,
  canceled: IS_CANCELED,
}

const PAYMENT_STATUS: Record<OrderPaymentStatus, string> = {
  authorized: "p.status = 'authorized'",
  captured: "p.captured_amount > 0 and p.refunded_amount = 0",
  partially_refunded: "p.refunded_amount > 0 and p.refunded_amount < p.captured_amount",
  refunded: "p.refunded_amount > 0 and p.refunded_amount >= p.captured_amount",
}

/** A page of a reader's orders, newest first. Undefined if the cursor is invalid. */
export async function listOrders(
  container: MedusaContainer,
  reader: OrderReader,
  filters: OrderFilters,
  limit: number,
  cursor?: string
): Promise<{ orders: AgentOrder[]; next_cursor: string | null } | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { status, payment_status, checkout_id, created_from, created_to } = filters
  const found = ordersOf(knex, reader).modify((orders) => {
    if (status) void orders.whereRaw(STATUS[status])
    if (payment_status) void orders.whereRaw(PAYMENT_STATUS[payment_status])
    if (checkout_id) void orders.where("s.id", checkout_id)
    if (created_from) void orders.where("s.ordered_at", ">=", created_from)
    if (created_to) void orders.where("s.ordered_at", "<=", created_to)
  })
  const page = await newestFirst<AgentOrder>(knex, knex.from(found.as("f")), "ordered_at", limit, cursor)
  return page && { orders: page.rows.map(toOrder), next_cursor: page.next_cursor }
}

/** A reader's order by its number or Medusa's id. Undefined if there is none or the reader may not see it. */
export async function findOrder(
  container: MedusaContainer,
  reader: OrderReader,
  name: string
): Promise<AgentOrder | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const number = /^\d{1,10}$/.test(name) ? Number(name) : 0
  if (number > MAX_INTEGER) return undefined
  const key = number ? { "p.shop_order_id": number } : { "p.order_id": name }
  const row = await ordersOf(knex, reader).where(key).orderBy("s.ordered_at", "desc").first()
  return row && toOrder(row as unknown as AgentOrder)
}

const MAX_INTEGER = 2_147_483_647

const AMOUNTS = ["captured_amount", "refunded_amount"] as const

const COLUMNS = [
  "s.id",
  "s.client_id",
  "s.ordered_at",
  "s.requested",
  "s.quote",
  "s.erasure_id",
  "p.id as payment_id",
  "p.order_id",
  "p.shop_order_id as number",
  "p.status as payment_status",
  "p.disputes",
  ...AMOUNTS.map((name) => `p.${name}`),
]

/** Authorized orders by Medusa's ids, of any agent. */
export async function ordersById(container: MedusaContainer, ids: readonly string[]): Promise<AgentOrder[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await authorizedOrders(knex).whereIn("p.order_id", [...ids])
  return (rows as unknown as AgentOrder[]).map(toOrder)
}

/**
 * The orders that a reader may see. An order counts only after the bank has authorized its payment. The conditions must
 * match the indexes of `gw_session` literally.
 */
function ordersOf(knex: Knex, { client_id, customer_id, sees_all_of_customer = false }: OrderReader) {
  const orders = authorizedOrders(knex)
  if (!customer_id) return orders.where({ "s.client_id": client_id }).whereNull("s.customer_id")
  const own = sees_all_of_customer ? {} : { "s.client_id": client_id }
  return orders.where({ ...own, "s.customer_id": customer_id })
}

function authorizedOrders(knex: Knex) {
  return knex("gw_session as s")
    .join("gw_payment as p", "p.id", "s.payment_id")
    .join("order as o", "o.id", "p.order_id")
    .whereNotNull("s.payment_id")
    .whereNotNull("p.announced_at")
    .whereNull("o.deleted_at")
    .select(COLUMNS)
    .select(knex.raw(`${IS_CANCELED} as is_canceled`))
}

/** PostgreSQL returns a bigint as text. */
function toOrder(row: AgentOrder): AgentOrder {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, Number(row[name])]))
  return { ...row, ...amounts }
}
