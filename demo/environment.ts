import { SHOP_NAME } from "./catalog"
import type { DemoSecrets } from "./secrets"

/** The demo store's merchant id at the bank simulator. */
export const MERCHANT_ID = "mrc_demo"

/**
 * The URLs and ports of a demo: the store on the chosen port, the bank or the Stripe double ten ports above, then the bank's
 * control port, the webhook receiver of the agents, and the proxy for conformance suites.
 */
export interface DemoAddresses {
  store: string
  store_port: number
  bank: string
  bank_port: number
  bank_control: string
  bank_control_port: number
  /** In place of the bank; only with `--provider stripe-double`. */
  stripe_double: string
  stripe_double_port: number
  /** The URL at which the demo's agents receive webhooks. */
  receiver: string
  receiver_port: number
  /** The address for suites that send no token; only with `--conformance`. */
  suite_proxy: string
  suite_proxy_port: number
}

/** Derives every URL and port of a demo from the store's port. */
export function demoAddresses(port: number): DemoAddresses {
  return {
    store: `http://localhost:${port}`,
    store_port: port,
    bank: `http://localhost:${port + 10}`,
    bank_port: port + 10,
    bank_control: `http://localhost:${port + 11}`,
    bank_control_port: port + 11,
    stripe_double: `http://127.0.0.1:${port + 10}`,
    stripe_double_port: port + 10,
    receiver: `http://127.0.0.1:${port + 12}`,
    receiver_port: port + 12,
    suite_proxy: `http://localhost:${port + 13}`,
    suite_proxy_port: port + 13,
  }
}

/** The environment variables of a store that runs with its own secrets against the simulated bank. */
export function storeEnvironment(addresses: DemoAddresses, secrets: DemoSecrets): Record<string, string> {
  return {
    JWT_SECRET: secrets.jwt_secret,
    COOKIE_SECRET: secrets.cookie_secret,
    ADMIN_CORS: addresses.store,
    AUTH_CORS: addresses.store,
    GW_BASE_URL: addresses.store,
    GW_BANK_DRIVER: "gwb",
    GW_BANK_API_URL: addresses.bank,
    GW_BANK_ISSUER: addresses.bank,
    GW_BANK_MERCHANT_ID: MERCHANT_ID,
    GW_BANK_MERCHANT_KEY: JSON.stringify(secrets.merchant_key),
  }
}

/** The environment of a store without a bank, which also does not register the bank's payment provider. */
export const NO_BANK = {
  GW_BANK_DRIVER: "",
  GW_BANK_API_URL: "",
  GW_BANK_ISSUER: "",
  GW_BANK_MERCHANT_ID: "",
  GW_BANK_MERCHANT_KEY: "",
}

/**
 * The environment variables of the demo store, with every feature enabled: webhooks and push notifications, also to
 * this machine, and a signed Agent Card.
 */
export function demoEnvironment(addresses: DemoAddresses, secrets: DemoSecrets): Record<string, string> {
  return {
    ...storeEnvironment(addresses, secrets),
    GW_CARD_KEY: JSON.stringify(secrets.card_key),
    GW_ENCRYPTION_KEY: secrets.encryption_key,
    GW_ALLOW_PRIVATE_NETWORKS: "true",
  }
}

/**
 * The additional environment variables of a store for conformance suites: sandbox credentials are possible, and a
 * platform whose profile names too little is served all the same.
 */
export const CONFORMANCE_ENVIRONMENT: Record<string, string> = {
  GW_DEBUG: "true",
  GW_UCP_NEGOTIATION: "lenient",
}

/**
 * The store's registration at the bank: where its public keys are, where notifications are sent, and its currencies
 * besides those of the demo.
 */
export function merchantAtBank(base_url: string, currencies: string[] = []): Record<string, unknown> {
  return {
    merchant_id: MERCHANT_ID,
    name: SHOP_NAME,
    jwks_url: `${base_url}/gw-bank/v1/jwks.json`,
    ipn_url: `${base_url}/gw-bank/v1/ipn`,
    currencies: [...new Set(["EUR", "RON", "JPY", "KWD", ...currencies])],
  }
}
