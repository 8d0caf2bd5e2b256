import { policyOf } from "../admission"
import type { Call } from "../call"

/** As much of a call as is known to a job, too. */
export type StoreAccess = Pick<Call, "container" | "base_url">

/** The address of an order: in the storefront, where the merchant has named one, otherwise here. */
export function orderPage(id: string, call: StoreAccess): string {
  const { order_url } = policyOf(call).options
  return order_url?.replace("{id}", encodeURIComponent(id)) ?? `${call.base_url}/gw-ucp/v1/orders/${id}`
}
