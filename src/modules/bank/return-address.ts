/** The store's page on which the customer of a payment pays through another provider than the bank. */
export const pageAddress = (base_url: string, payment_id: string) =>
  `${base_url}/gw-bank/v1/pay/${payment_id}`

/** The one address to which providers that redirect send the customers of all payments back. */
export const pageReturnAddress = (base_url: string) => `${base_url}/gw-bank/v1/return`

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
