import { ADMIN } from "../../demo/shop/logins"
import { eventually } from "./agent"
import { sql } from "./database"
import { isAnnouncement, readEvents } from "./events-file"
import { world } from "./world"

interface OrderPayment {
  id: string
  canceled_at: string | null
  captures: { amount: number }[]
  refunds: { amount: number }[]
}

/** The members of a Medusa order that the tests check. Amounts are in major units. */
export interface Order {
  id: string
  display_id: number
  status: string
  payment_status: string
  total: number
  currency_code: string
  metadata: Record<string, unknown>
  summary: {
    paid_total: number
    refunded_total: number
    transaction_total: number
    pending_difference: number
  }
  payment_collections: { payments: OrderPayment[] }[]
  credit_lines: { amount: number; reference: string | null; reference_id: string | null }[]
}

const FIELDS =
  "id,display_id,status,payment_status,total,currency_code,metadata,summary,*credit_lines,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds"

/** The order with this number as the admin shows it. */
export async function orderNumber(display_id: number): Promise<Order> {
  const [row] = await sql<{ id: string }>(
    'select id from "order" where display_id = $1 and deleted_at is null',
    [display_id]
  )
  if (!row) throw new Error(`no order ${display_id}`)
  return (await adminGet<{ order: Order }>(`/admin/orders/${row.id}?fields=${FIELDS}`)).order
}

/** The number of times `order.placed` was emitted for an order. */
export function timesPlaced({ id }: Pick<Order, "id">): number {
  return placedOrders().filter((placed) => placed === id).length
}

/**
 * The number of times `order.placed` was emitted for an order, once it was. Medusa emits it after the order of a
 * storefront's cart can be read.
 */
export const timesPlacedEventually = (order: Pick<Order, "id">): Promise<number> =>
  eventually(async () => timesPlaced(order) || undefined)

/** The ids of all orders with an emitted `order.placed`, from all servers and all restarts. */
export function placedOrders(): string[] {
  return readEvents(world().events_file)
    .filter(isAnnouncement)
    .map(({ id }) => id)
}

/** Allows these payment providers in the shop's euro region too. */
export async function alsoOffer(...providers: string[]): Promise<void> {
  const payment_providers = ["pp_gateway_bank", ...providers]
  const changed = await adminPost(`/admin/regions/${world().shop.region_ids.eur}`, { payment_providers })
  if (!changed.ok) throw new Error(`the region answered ${changed.status} ${await changed.text()}`)
}

/** The payment of an order; throws without one. */
export function paymentOf(order: Order): OrderPayment {
  const payment = order.payment_collections[0]?.payments[0]
  if (!payment) throw new Error(`order ${order.display_id} has no payment`)
  return payment
}

/** Every refunded amount of an order, in major units. */
export function refundsOf(order: Order): number[] {
  return order.payment_collections.flatMap(({ payments }) =>
    payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
  )
}

/** Every captured amount of an order, in major units. */
export function capturesOf(order: Order): number[] {
  return order.payment_collections.flatMap(({ payments }) =>
    payments.flatMap(({ captures }) => captures.map(({ amount }) => amount))
  )
}

export async function adminGet<T>(path: string): Promise<T> {
  return (await adminFetch(path)).json() as Promise<T>
}

/** A request to the admin API as the logged-in administrator, by default at the first server. */
export async function adminFetch(
  path: string,
  init: RequestInit = {},
  base_url = world().base_url
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set("content-type", "application/json")
  headers.set("authorization", `Bearer ${await adminToken()}`)
  return fetch(`${base_url}${path}`, { ...init, headers })
}

export function adminPost(path: string, body: object = {}, base_url?: string): Promise<Response> {
  return adminFetch(path, { method: "POST", body: JSON.stringify(body) }, base_url)
}

/** Renames the store, and returns its name until now. */
export async function nameStore(name: string): Promise<string> {
  const { stores } = await adminGet<{ stores: { id: string; name: string }[] }>("/admin/stores")
  const renamed = await adminPost(`/admin/stores/${stores[0]?.id}`, { name })
  if (!renamed.ok) throw new Error(`the store answered ${renamed.status} ${await renamed.text()}`)
  return stores[0]?.name ?? ""
}

/** Captures in Medusa's admin, in major units; without an amount, all that is left. */
export function captureInAdmin(order: Order, amount?: number): Promise<Response> {
  return adminPost(`/admin/payments/${paymentOf(order).id}/capture`, amount ? { amount } : {})
}

/** Refunds in Medusa's admin, in major units; without an amount, everything. */
export function refundInAdmin(order: Order, amount?: number): Promise<Response> {
  return adminPost(`/admin/payments/${paymentOf(order).id}/refund`, amount ? { amount } : {})
}

const tokens = new Map<string, Promise<string>>()

/** One login per store, because checking a password is slow on purpose. */
function adminToken(): Promise<string> {
  const { base_url } = world()
  const token = tokens.get(base_url) ?? logIn()
  tokens.set(base_url, token)
  token.catch(() => tokens.delete(base_url))
  return token
}

async function logIn(): Promise<string> {
  const response = await fetch(`${world().base_url}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  })
  if (!response.ok) throw new Error(`the login answered ${response.status}`)
  return ((await response.json()) as { token: string }).token
}
