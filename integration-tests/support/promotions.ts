import { randomUUID } from "node:crypto"
import { made } from "./markets"
import { adminFetch } from "./merchant"

const paths: string[] = []

/** Something of the merchant's that is deleted when `withdraw` is called. */
async function temporary<Body extends object>(path: string, name: keyof Body, body: object): Promise<string> {
  const answer = await made<Record<keyof Body, { id: string }>>(path, body)
  const { id } = answer[name]
  paths.unshift(`${path}/${id}`)
  return id
}

/** How a promotion is applied, in Medusa's words. */
interface Method {
  type: "percentage" | "fixed"
  target_type: "items" | "order" | "shipping_methods"
  allocation?: "each" | "across" | "once"
  value: number
  [member: string]: unknown
}

/** A promotion that counts from now on; its code. */
export async function promote(application_method: Method, more: object = {}): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`
  const promotion = { code, type: "standard", status: "active", application_method, ...more }
  await temporary<{ promotion: object }>("/admin/promotions", "promotion", promotion)
  return code
}

/** A campaign: with a budget, or with a beginning and an end. */
export function campaign(more: object): { campaign: object } {
  const name = `Campaign ${randomUUID()}`
  return { campaign: { name, campaign_identifier: name, ...more } }
}

/** Prices that win over a variant's own. */
export function priceList(prices: object[], more: object = {}): Promise<string> {
  return temporary<{ price_list: object }>("/admin/price-lists", "price_list", {
    ...{ title: "Better prices", description: "For a while", status: "active", type: "sale" },
    ...{ prices, ...more },
  })
}

/** A group with these customers in it. */
export async function customerGroup(customers: string[]): Promise<string> {
  const name = `Group ${randomUUID()}`
  const id = await temporary<{ customer_group: object }>("/admin/customer-groups", "customer_group", { name })
  await made(`/admin/customer-groups/${id}/customers`, { add: customers })
  return id
}

/** Takes back all promotions, price lists and groups. */
export async function withdraw(): Promise<void> {
  for (const path of paths.splice(0)) await adminFetch(path, { method: "DELETE" })
}
