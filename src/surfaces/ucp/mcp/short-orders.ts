/** The most lines of one order in a list, because a model reads all of them. */
const MOST_LINES = 10

interface WithLines {
  readonly line_items?: readonly { readonly id: string }[]
}

interface ListedOrder extends WithLines {
  readonly line_items: readonly { readonly id: string }[]
  readonly fulfillment?: {
    readonly expectations?: readonly WithLines[]
    readonly events?: readonly WithLines[]
  }
  readonly adjustments?: readonly WithLines[]
}

/** A list of orders, as its operation returns it. */
export interface OrderList {
  readonly orders?: readonly ListedOrder[]
}

/**
 * The list with at most 10 lines of each order, also in its deliveries and adjustments. A message says when lines are left
 * out.
 */
export function withShortOrders<List extends OrderList>(list: List): List {
  const { orders } = list
  if (!orders?.some(isLong)) return list
  const shown = orders.map((order) => (isLong(order) ? shortened(order) : order))
  return { ...list, orders: shown, messages: [LEFT_OUT] }
}

const isLong = ({ line_items }: ListedOrder): boolean => line_items.length > MOST_LINES

function shortened(order: ListedOrder): ListedOrder {
  const line_items = order.line_items.slice(0, MOST_LINES)
  const kept = new Set(line_items.map(({ id }) => id))
  const ofKept = <Part extends WithLines>({ line_items: parts, ...part }: Part) => ({
    ...part,
    ...(parts && { line_items: parts.filter(({ id }) => kept.has(id)) }),
  })
  const deliveriesOf = (parts: readonly WithLines[] = []) =>
    parts.map(ofKept).filter((part) => part.line_items?.length)
  const { fulfillment, adjustments } = order
  const { expectations, events } = fulfillment ?? {}
  return {
    ...order,
    line_items,
    ...(fulfillment && {
      fulfillment: { expectations: deliveriesOf(expectations), events: deliveriesOf(events) },
    }),
    // Each has an amount of the order.
    ...(adjustments && { adjustments: adjustments.map(ofKept) }),
  }
}

const LEFT_OUT = {
  type: "info",
  code: "lines_left_out",
  content: `Orders with more than ${MOST_LINES} lines are listed with ${MOST_LINES}, and what is said of the other lines is left out, too. get_order returns all of an order.`,
}
