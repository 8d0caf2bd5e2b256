import { policyOf } from "../admission"
import type { Call } from "../call"

/** The address of an order: in the storefront, where the merchant has named one, otherwise here. */
export function orderPage(id: string, call: Call): string {
  const { order_url } = policyOf(call).options
  return order_url?.replace("{id}", encodeURIComponent(id)) ?? `${call.base_url}/gw-ucp/v1/orders/${id}`
}
