const pathOf = (payment_id: string) => `/gw-bank/v1/return/${payment_id}`

/**
 * The store's page to which the bank redirects the customer of a checkout. A payment of an agent's task has
 * its own page.
 */
export const returnAddress = (base_url: string, payment_id: string) => base_url + pathOf(payment_id)

/**
 * Whether this is the return page of a payment. The host is not compared, because the store's address may
 * have changed.
 */
export const isReturnAddress = (url: string | null, payment_id: string) =>
  url?.endsWith(pathOf(payment_id)) ?? false
