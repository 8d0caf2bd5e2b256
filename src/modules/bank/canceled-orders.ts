/**
 * Whether an order of Medusa's, called so in the statement, is canceled: one that is put away afterwards is so all the same.
 */
export const canceled = (order: string): string =>
  `(${order}.status = 'canceled' or ${order}.canceled_at is not null)`
