import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"

/** The part of a call that jobs have, too. */
export type StoreAccess = Pick<Call, "container" | "base_url">

/** The URL of an order: in the storefront when the merchant has configured one, otherwise in this API. */
export function orderPage(id: string, call: StoreAccess): string {
  const { order_url } = policyOf(call).options
  return order_url?.replace("{id}", encodeURIComponent(id)) ?? `${call.base_url}/gw-ucp/v1/orders/${id}`
}
