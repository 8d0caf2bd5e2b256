import { readFileSync } from "node:fs"
import { ADMIN } from "../../demo/shop/logins"
import { world } from "./world"

/** What the tests look at in a Medusa order, in Medusa's own words: amounts are major units. */
export interface Order {
  id: string
  display_id: number
  status: string
  payment_status: string
  total: number
  currency_code: string
  summary: { paid_total: number; pending_difference: number }
  payment_collections: { payments: { captures: { amount: number }[] }[] }[]
}

const FIELDS =
  "id,display_id,status,payment_status,total,currency_code,summary,*payment_collections.payments.captures"

/** The order with this number, as the merchant's admin shows it. */
export async function orderNumber(display_id: number): Promise<Order> {
  const { orders } = await adminGet<{ orders: Order[] }>(
    `/admin/orders?limit=200&order=-display_id&fields=${FIELDS}`
  )
  const order = orders.find((candidate) => candidate.display_id === display_id)
  if (!order) throw new Error(`no order ${display_id}`)
  return order
}

/** How often `order.placed` of an order has reached the store's subscribers. */
export function timesPlaced({ id }: Pick<Order, "id">): number {
  const lines = readFileSync(world().events_file, "utf8").split("\n")
  return lines.filter((line) => line.includes(id)).length
}

/** Every amount captured on an order. */
export function capturesOf(order: Order): number[] {
  return order.payment_collections.flatMap(({ payments }) =>
    payments.flatMap(({ captures }) => captures.map(({ amount }) => amount))
  )
}

export async function adminGet<T>(path: string): Promise<T> {
  return (await adminFetch(path)).json() as Promise<T>
}

/** A request to the admin API as the logged-in administrator. */
export async function adminFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${await adminToken()}` }
  return fetch(`${world().base_url}${path}`, { ...init, headers })
}

async function adminToken(): Promise<string> {
  const response = await fetch(`${world().base_url}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  })
  return ((await response.json()) as { token: string }).token
}
