import { DemoFailure } from "../failure"
import type { Login } from "../shop/logins"
import { asObject, expectJson, expectMember, type Json } from "./answers"
import type { Talk } from "./talk"

/** Finds an order by its number through the store's admin API, as the merchant sees it. */
export async function findOrder(baseUrl: string, number: string, admin: Login, talk: Talk): Promise<Json> {
  const login = await talk("POST", `${baseUrl}/auth/user/emailpass`, { json: admin })
  const token = expectMember(expectJson(login, 200, "The admin's login"), "token", "The admin's login")
  const fields = "id,display_id,status,payment_status,total,currency_code,email,created_at"
  const query = new URLSearchParams({ order: "-display_id", limit: "20", fields })
  const answer = await talk("GET", `${baseUrl}/admin/orders?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { orders } = expectJson(answer, 200, "The order list")
  const found = Array.isArray(orders)
    ? orders.map(asObject).find((order) => hasNumber(order, number))
    : undefined
  if (!found) throw new DemoFailure(`Order ${number} is not among the last orders of the store.`)
  return found
}

function hasNumber(order: Json, number: string) {
  return String(order.display_id) === number || order.id === number
}
