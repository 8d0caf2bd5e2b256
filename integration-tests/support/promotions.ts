import { randomUUID } from "node:crypto"
import { made } from "./markets"
import { adminFetch } from "./merchant"

const paths: string[] = []

/** Creates a record in the store that `withdraw` deletes. */
async function temporary<Body extends object>(path: string, name: keyof Body, body: object): Promise<string> {
  const answer = await made<Record<keyof Body, { id: string }>>(path, body)
  const { id } = answer[name]
  paths.unshift(`${path}/${id}`)
  return id
}

/** How Medusa applies a promotion. */
interface Method {
  type: "percentage" | "fixed"
  target_type: "items" | "order" | "shipping_methods"
  allocation?: "each" | "across" | "once"
  value: number
  [member: string]: unknown
}

/** Creates a promotion that is active immediately, and returns its code. */
export async function promote(application_method: Method, more: object = {}): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`
  const promotion = { code, type: "standard", status: "active", application_method, ...more }
  await temporary<{ promotion: object }>("/admin/promotions", "promotion", promotion)
  return code
}

/** The fields of a campaign: with a budget, or with a start and an end. */
export function campaign(more: object): { campaign: object } {
  const name = `Campaign ${randomUUID()}`
  return { campaign: { name, campaign_identifier: name, ...more } }
}

/** Creates a price list that overrides the prices of variants. */
export function priceList(prices: object[], more: object = {}): Promise<string> {
  return temporary<{ price_list: object }>("/admin/price-lists", "price_list", {
    title: "Better prices",
    description: "For a while",
    status: "active",
    type: "sale",
    prices,
    ...more,
  })
}

/** Creates a customer group with these customers. */
export async function customerGroup(customers: string[]): Promise<string> {
  const name = `Group ${randomUUID()}`
  const id = await temporary<{ customer_group: object }>("/admin/customer-groups", "customer_group", { name })
  await made(`/admin/customer-groups/${id}/customers`, { add: customers })
  return id
}

/** Deletes all promotions, price lists and groups that this file created. */
export async function withdraw(): Promise<void> {
  for (const path of paths.splice(0)) await adminFetch(path, { method: "DELETE" })
}
