import type { BankCapabilities, MovementCapabilities } from "./driver"

/**
 * What the plugin can do on the store's page. It never only authorizes, because Medusa cancels an authorization when two
 * webhooks of the provider arrive at the same time.
 */
export const PAGE_CAPABILITIES: BankCapabilities = {
  intents: ["sale"],
  methods: ["card"],
  capture: "none",
  void: false,
  refund: "partial",
  tokenize: "none",
  mit: false,
  query: true,
  customer_data: false,
  events: false,
}

/**
 * What agents and staff can have the plugin do through other providers. Staff capture and void in Medusa's own page of
 * the order; a payment without an order is refunded by the job that has found it.
 */
export const providerCapabilities = ({
  order_id,
}: {
  readonly order_id: string | null
}): MovementCapabilities => ({
  capture: "none",
  void: false,
  refund: order_id ? "partial" : "none",
})
