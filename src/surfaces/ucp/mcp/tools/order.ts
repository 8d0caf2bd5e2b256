import { cancelOrderOfCaller } from "../../order/cancel-order"
import { getOrder } from "../../order/get-order"
import { listOrdersOfCaller } from "../../order/list-orders"
import { refundOrderOfCaller } from "../../order/refund-order"
import { type Payload, ucpTool } from "../ucp-tool"

/** The most orders in one result. */
const MOST_ORDERS = 20

const LIMIT = {
  type: "integer",
  minimum: 1,
  maximum: MOST_ORDERS,
  default: 10,
  description: "How many orders a page has",
}

/** The operation reads the page size from a query, as text. */
function boundedPage({ limit = LIMIT.default, ...filters }: Payload): Payload {
  const most = typeof limit === "number" ? Math.min(limit, MOST_ORDERS) : limit
  return { ...filters, limit: typeof most === "number" ? String(most) : most }
}

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
    schemas: { limit: LIMIT },
  }),
  ucpTool({
    name: "cancel_order",
    title: "Cancel an order",
    description:
      "Cancels an order that is not being delivered yet, and returns its money. Call it only after the buyer has asked for it.",
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
