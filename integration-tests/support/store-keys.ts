import { randomBytes } from "node:crypto"
import { newKey } from "./gwb"

/** A private EC P-256 key in the format of the store's environment: a JWK in JSON. */
export function newPrivateKey(): string {
  return JSON.stringify(newKey().jwk)
}

/** An `encryption_key`: 32 random bytes in base64. */
export function newEncryptionKey(): string {
  return randomBytes(32).toString("base64")
}

/** The `metrics_token` of the store that all HTTP tests share. */
export const METRICS_TOKEN = "metrics-token-of-the-tests"

/** The store URL, logo and color that the shared store of the HTTP tests shows to customers. */
export const STOREFRONT_PAGES = {
  store_url: "https://lamps.example/home",
  logo_url: "https://pictures.lamps.example/logo.svg",
  /** Illegible as text on white, and under white text. */
  accent_color: "#ffd400",
  documentation_url: "https://docs.lamps.example/agents",
} as const

/** The origin of the product images besides the store's own. */
export const IMAGE_ORIGIN = "https://pictures.lamps.example"

/** The environment of a merchant who uses every setting. Its keys are the same in all processes of a test run. */
export function everySetting(): Record<string, string> {
  process.env.GW_TEST_SETTINGS ??= JSON.stringify({
    GW_CARD_KEY: newPrivateKey(),
    GW_ENCRYPTION_KEY: newEncryptionKey(),
    GW_METRICS_TOKEN: METRICS_TOKEN,
    GW_STORE_URL: STOREFRONT_PAGES.store_url,
    GW_LOGO_URL: STOREFRONT_PAGES.logo_url,
    GW_ACCENT_COLOR: STOREFRONT_PAGES.accent_color,
    GW_IMAGE_ORIGINS: IMAGE_ORIGIN,
    GW_AGENT_CARD_DOCUMENTATION_URL: STOREFRONT_PAGES.documentation_url,
    GW_ALLOW_PRIVATE_NETWORKS: "true",
    // There is no e-mail provider: alerts must still appear in the admin.
    GW_ALERTS_TO: "owner@store.example",
  })
  return JSON.parse(process.env.GW_TEST_SETTINGS) as Record<string, string>
}
