/** The environment of a store in which another plugin completes carts at webhooks (`completeCartsAtWebhooks`). */
export const COMPLETES_CARTS = { GW_TEST_COMPLETE_CARTS: "true" }

/** What the plugin logs for each cart that it has completed. */
export const completedLine = (cart_id: string, order_id: string) =>
  `another plugin completed ${cart_id} as ${order_id}`
