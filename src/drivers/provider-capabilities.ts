import type { RouteName } from "../domain/payment-route"
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
 * What agents and staff can have the plugin do through other providers. Medusa has a provider capture a whole payment only.
 * A payment is voided by canceling its order; one without an order is refunded by the job that has found it.
 */
export const providerCapabilities = ({
  route,
  order_id,
}: {
  readonly route: RouteName
  readonly order_id: string | null
}): MovementCapabilities => ({
  capture: route === "storefront" && order_id ? "full" : "none",
  void: false,
  refund: order_id ? "partial" : "none",
})

/** What the plugin can do with orders that are paid in the storefront. A payment there may be authorized only. */
export const STOREFRONT_CAPABILITIES: BankCapabilities = {
  ...PAGE_CAPABILITIES,
  ...providerCapabilities({ route: "storefront", order_id: "placed" }),
  intents: ["sale", "preauth"],
}
