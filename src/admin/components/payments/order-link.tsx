import type { Payment } from "../../api/payments"
import { TextLink } from "../common/text-link"

/** A link to the order of a payment; a dash before the order exists. */
export function OrderLink({ of: { order_id, shop_order_id } }: { readonly of: Payment }) {
  if (!order_id) return <>–</>
  return <TextLink to={`/orders/${order_id}`}>{`#${shop_order_id ?? order_id}`}</TextLink>
}
