import type { Payment } from "../../api/payments"
import { TextLink } from "../common/text-link"

/** The order of a payment leads to its own page, once there is one. */
export function OrderLink({ of: { order_id, shop_order_id } }: { readonly of: Payment }) {
  if (!order_id) return <>–</>
  return <TextLink to={`/orders/${order_id}`}>{`#${shop_order_id ?? order_id}`}</TextLink>
}
