/**
 * SQL condition: the order with this table alias is canceled. An order archived after its cancellation counts
 * as canceled.
 */
export const canceled = (order: string): string =>
  `(${order}.status = 'canceled' or ${order}.canceled_at is not null)`
