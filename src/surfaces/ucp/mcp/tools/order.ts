import { boundedPageSize, pageSizeSchema } from "../../../../gateway/mcp/page-size"
import { cancelOrderOfCaller } from "../../order/cancel-order"
import { getOrder } from "../../order/get-order"
import { listOrdersOfCaller } from "../../order/list-orders"
import { refundOrderOfCaller } from "../../order/refund-order"
import { type Payload, ucpTool } from "../ucp-tool"

/** The operation reads the page size from a query, as text. */
function boundedPage({ limit, ...filters }: Payload): Payload {
  const size = boundedPageSize(limit)
  return { ...filters, limit: typeof size === "number" ? String(size) : size }
}

/** The tools that read, cancel and refund orders. */
export const ORDER_TOOLS = [
  ucpTool({
    name: "get_order",
    title: "Show an order",
    description: "Returns an order with its lines, deliveries, and refunds.",
    effect: "reads",
    operation: getOrder,
    id: "order",
  }),
  ucpTool({
    name: "list_orders",
    title: "List orders",
    description:
      "Lists the orders that this assistant placed, newest first. All filters must match; pagination.cursor continues.",
    effect: "reads",
    operation: listOrdersOfCaller,
    bounded: boundedPage,
    schemas: { limit: pageSizeSchema("orders") },
  }),
  ucpTool({
    name: "cancel_order",
    title: "Cancel an order",
    description:
      "Cancels an order that is not being delivered yet, and refunds it. Call it only after the buyer has asked for it.",
    effect: "commits",
    operation: cancelOrderOfCaller,
    id: "order",
  }),
  ucpTool({
    name: "refund_order",
    title: "Refund an order",
    description:
      "Refunds an amount of an order, or the rest without an amount. The merchant may have to approve it first; then the order has a message that says so. Call it only after the buyer has asked for it.",
    effect: "commits",
    operation: refundOrderOfCaller,
    id: "order",
  }),
]
