import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from "../../../domain/order"
import { listOrders } from "../../../queries/order/agent-orders"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { Time } from "../../../gateway/schemas"
import { LIST_PARAMETERS } from "../catalog/search-products"
import { envelopeOf } from "../negotiation/agreement"
import { orderViews, readerOf } from "./owned-orders"

/** The parameters of `GET /orders`. All given ones must match. */
const ListParameters = z.strictObject({
  status: z.enum(ORDER_STATUSES).optional(),
  payment_status: z.enum(ORDER_PAYMENT_STATUSES).optional(),
  checkout_id: z.string().min(1).max(200).optional(),
  created_from: Time.optional().describe("RFC 3339"),
  created_to: Time.optional().describe("RFC 3339"),
  limit: LIST_PARAMETERS.limit.describe("How many orders a page has"),
  cursor: LIST_PARAMETERS.cursor,
})
type ListParameters = z.infer<typeof ListParameters>

/** The orders that the caller may read, newest first. Pages neither repeat nor skip an order (spec: UCP orders). */
export const listOrdersOfCaller = operation({
  access: "dev.ucp.shopping.order:read",
  input: ListParameters,
  async run({ limit, cursor, ...filters }: ListParameters, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.order")
    const page = await listOrders(call.container, readerOf(call), filters, limit, cursor)
    if (!page)
      throw problem("invalid_params", {
        issues: [
          { path: "cursor", message: "must be the cursor that a previous page of this list returned" },
        ],
      })
    const { orders, next_cursor } = page
    const pagination = {
      has_next_page: next_cursor !== null,
      ...(next_cursor !== null && { cursor: next_cursor }),
    }
    return json({ ucp, orders: await orderViews(orders, call), pagination })
  },
})
