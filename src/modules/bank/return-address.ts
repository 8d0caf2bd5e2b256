const pathOf = (payment_id: string) => `/gw-bank/v1/return/${payment_id}`

/** The page of ours to which the bank sends the shopper of a checkout back. An agent's task has one of its own. */
export const returnAddress = (base_url: string, payment_id: string) => base_url + pathOf(payment_id)

/** Whether that is where the shopper of a payment comes back to, also when the store had another address then. */
export const isReturnAddress = (url: string | null, payment_id: string) =>
  url?.endsWith(pathOf(payment_id)) ?? false
