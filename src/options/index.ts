import { z } from "@medusajs/framework/zod"
import { isNetwork } from "../domain/networks"
import { isOrigin } from "../domain/origin"
import { type ConfiguredRoute, PAYMENT_PROVIDER_ID, ROUTE_NAMES } from "../domain/payment-route"
import { accountFaults, withDrivers } from "./accounts"
import { BankOptions } from "./bank"
import { fromEnvironment } from "./environment"
import type { OptionFault } from "./option-fault"
import { credentialFaults, routeFaults } from "./route-faults"
import { BaseUrl, jsonOr, SigningKey } from "./values"

export { type BankAccount, accountsIn } from "./accounts"
export * from "./bank"
export type { OptionFault } from "./option-fault"

const PageUrl = z.url({ protocol: /^https?$/ }).optional()

/** Splits a comma-separated text into a list. Undefined becomes an empty list. */
function splitList(value: unknown): unknown {
  if (typeof value !== "string") return value ?? []
  return value.split(",").flatMap((one) => one.trim() || [])
}

/** The languages for which PostgreSQL has a stemmer. */
const LANGUAGES = [
  "arabic",
  "armenian",
  "basque",
  "catalan",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hindi",
  "hungarian",
  "indonesian",
  "irish",
  "italian",
  "lithuanian",
  "nepali",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "serbian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
  "yiddish",
] as const

/** Where a payment provider that redirects stores the address of its own page (docs: Providers that redirect). */
const Redirect = z.strictObject({
  /** The path of the address in the data of Medusa's payment session, such as `links.checkout`. */
  url: z.string().regex(/^[\w-]+(\.[\w-]+)*$/, "must be a path of member names, such as links.checkout"),
  /** The provider's hosts. The address must be on one of them or on a subdomain. */
  hosts: z
    .array(z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, "must be a host in lowercase, such as pay.example"))
    .min(1),
  /** The provider's name for customers. Default: the first host. */
  name: z.string().min(1).max(50).optional(),
})

/** A way in which agents' checkouts are paid (docs: Payment routes). */
const PaymentRoute = z.strictObject({
  /** The id of the payment provider in Medusa. */
  provider: z.string().startsWith("pp_", "must be the id of a payment provider, such as pp_system_default"),
  /** Where the customer pays. */
  route: z.enum(ROUTE_NAMES),
  /** The currencies to which the route applies. Default: all. */
  currencies: z
    .array(z.string().regex(/^[A-Z]{3}$/, "must be an uppercase ISO 4217 code"))
    .min(1)
    .optional(),
  /** The ids of the regions to which the route applies. Default: all. */
  regions: z.array(z.string().startsWith("reg_", "must be the id of a region")).min(1).optional(),
  /** The name in `banks` of the account that takes the payments of the route `bank`. Default: the account `bank`. */
  bank: z.string().optional(),
  /** How the route `page` leads to the provider's own page. Default: known for Mollie and PayPal. */
  redirect: Redirect.optional(),
})

/** The plugin's options in `medusa-config.ts`. Missing ones are read from the environment. */
export const GatewayOptions = z.object({
  /** The store's public URL. Tokens, documents and notifications are bound to it; the Host header is never trusted. */
  base_url: BaseUrl,
  /** The store's bank. Without it, `payment_routes` must lead to other providers, and the customer app offers no payments. */
  bank: BankOptions.optional(),
  /**
   * Further accounts at banks, by their names. They take the payments of the `payment_routes` that name them. The
   * environment sets none of them.
   */
  banks: z.preprocess(withDrivers, z.record(z.string(), BankOptions)).default({}),
  /**
   * How agents' checkouts are paid: the first route whose provider the region offers. Default: `bank` for a store with a
   * bank, otherwise none.
   */
  payment_routes: z.preprocess(jsonOr, z.array(PaymentRoute).max(100)).default([]),
  /** The networks of trusted proxies in front of the store. Only their `X-Forwarded-For` is used. */
  trusted_proxies: z.preprocess(
    splitList,
    z.array(z.string().refine(isNetwork, "is not an IP address or network"))
  ),
  /** How many event streams a client may have open per instance. */
  streams_per_client: z.coerce.number().int().min(1).max(10_000).default(100),
  /**
   * The key that signs the Agent Card (A2A 1.0 section 8.4); without it the card is unsigned. UCP profiles
   * publish its public key.
   */
  card_key: SigningKey.optional(),
  /** The key that encrypts stored secrets: 32 bytes in base64. Required in production. */
  encryption_key: z
    .string()
    .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64")
    .optional(),
  /** Accepts clients' URLs in private networks or without TLS. For development only; ignored in production. */
  allow_private_networks: z.preprocess((value) => value === true || value === "true", z.boolean()),
  /** The languages of the product texts, by PostgreSQL's names. Search matches all forms of their words. */
  catalog_languages: z.preprocess(
    (value) => splitList(value ?? "english"),
    z.array(z.enum(LANGUAGES)).max(5)
  ),
  /** The storefront's URL for links on customer pages. Default: the origin of `order_url` or `product_url`. */
  store_url: PageUrl,
  /** The store's logo for customer pages. */
  logo_url: PageUrl,
  /** The color of the main buttons and of links on the customer pages, such as `#0f766e`. */
  accent_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a color such as #0f766e")
    .transform((color) => color.toLowerCase())
    .optional(),
  /** The origins of product images, besides that of `base_url`. Assistants that show products load images from them only. */
  image_origins: z.preprocess(
    splitList,
    z.array(z.string().refine(isOrigin, "is not an origin such as https://images.example"))
  ),
  /**
   * The storefront's page that takes over the cart of a checkout, containing `{token}` and optionally `{country}`, the
   * customer's country in lowercase. Required by the payment route `storefront`.
   */
  storefront_url: z
    .string()
    .refine(
      (url) => url.includes("{token}") && /^https?:/.test(url) && URL.canParse(url),
      "must be a URL that contains {token}"
    )
    .optional(),
  /** Stripe's publishable key, for the page on which customers pay. Required by the payment route `page` of Stripe. */
  stripe_publishable_key: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "must be a publishable key, which begins with pk_test_ or pk_live_")
    .optional(),
  /** Offers Google Pay to UCP platforms, for the routes `page` at Stripe, which charges Google Pay's token. */
  google_pay: z
    .object({
      /** The merchant id of the Google Pay & Wallet Console. */
      merchant_id: z.string().min(1).max(100),
      /** The store's name, which Google Pay shows to the customer. */
      merchant_name: z.string().min(1).max(200).optional(),
      /** `TEST` for invented cards. */
      environment: z.enum(["TEST", "PRODUCTION"]),
    })
    .optional(),
  /** Preview: offers Stripe's shared payment tokens to ACP agents, for the routes `page` at Stripe. */
  stripe_shared_payment_tokens: z
    .object({
      /** The id at Stripe to which agents grant their tokens, such as that of the store's profile. */
      merchant_id: z.string().min(1).max(100),
    })
    .optional(),
  /**
   * Another address of Stripe.js on that page, such as that of a double of Stripe. For development only: ignored in
   * production, and rejected with a live key.
   */
  stripe_js_url: PageUrl,
  /** The storefront's product page, containing `{handle}`. Without it, products have no URL. */
  product_url: z
    .string()
    .refine((url) => url.includes("{handle}") && URL.canParse(url), "must be a URL that contains {handle}")
    .optional(),
  /** The storefront's order page, containing `{id}`, the order's number. */
  order_url: z
    .string()
    .refine((url) => url.includes("{id}") && URL.canParse(url), "must be a URL that contains {id}")
    .optional(),
  /** The store's pages that buyers may want to read before paying. */
  links: z
    .object({
      /** The terms of service. */
      terms_of_service: PageUrl,
      /** The privacy policy. */
      privacy_policy: PageUrl,
      /** The refund policy. */
      refund_policy: PageUrl,
      /** The shipping policy. */
      shipping_policy: PageUrl,
      /** The frequently asked questions. */
      faq: PageUrl,
    })
    .partial()
    .default({}),
  /** How the Agent Card of A2A presents the store; for absent members, the card uses the store's own data. */
  agent_card: z
    .object({
      /** The agent's name. Default: the store's name, followed by "payments". */
      name: z.string().min(1).max(200),
      /** What the agent does, for people and language models. */
      description: z.string().min(1).max(2000),
      /** The organization that provides the agent. Default: the store's name. */
      organization: z.string().min(1).max(200),
      /** The organization's website. Default: the storefront, or `base_url`. */
      organization_url: PageUrl,
      /** The documentation for developers of agents. */
      documentation_url: PageUrl,
    })
    .partial()
    .default({}),
  /** The keys of product metadata that agents may see. */
  catalog_metadata: z.preprocess(splitList, z.array(z.string())),
  /** The feed at an agent to which the products are pushed (ACP: Product feeds). Without it, nothing is pushed. */
  acp_feed_push: z
    .object({
      /** The URL of the feed at the agent, which ends with the feed's id. */
      url: BaseUrl,
      /** The bearer token that the agent has issued for it. */
      token: z.string().min(1).max(4000),
      /** The country whose prices are pushed. Default: the store's default region. */
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, "must be an uppercase ISO 3166-1 alpha-2 code")
        .optional(),
    })
    .optional(),
  /**
   * `strict` enforces a platform's UCP profile; `lenient` serves all capabilities if the profile is missing or
   * incomplete.
   */
  ucp_negotiation: z.enum(["strict", "lenient"]).default("strict"),
  /** Whether platforms must sign their requests (RFC 9421). With `optional`, signatures are verified if present. */
  ucp_signatures: z.enum(["optional", "required"]).default("optional"),
  /** Signs the responses of the UCP surface with the `card_key` (RFC 9421). */
  ucp_sign_responses: z.preprocess((value) => value === true || value === "true", z.boolean()),
  /** The bearer token for `/gw-metrics`. Without it, there are no metrics. */
  metrics_token: z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, "must be at least 16 letters, digits or ._~+/-")
    .optional(),
  /** Where alerts are sent in addition to the admin, through a provider of Medusa's notification module. */
  alerts: z
    .object({
      /** The recipient, such as an email address. */
      to: z.string().min(1).max(320),
      /** The channel of the notification provider. */
      channel: z.string().min(1).max(100).default("email"),
      /** The template that the notification provider uses. */
      template: z.string().min(1).max(200).default("agentic-gateway-alert"),
    })
    .optional(),
  /** Allows the sandbox credential, except in production. */
  debug: z.preprocess((value) => value === true || value === "true", z.boolean()),
})
export type GatewayOptions = z.infer<typeof GatewayOptions>

/** Disables development options in production. */
function inProduction(options: GatewayOptions, { NODE_ENV }: NodeJS.ProcessEnv): GatewayOptions {
  const off = { allow_private_networks: false, stripe_js_url: undefined }
  return NODE_ENV === "production" ? { ...options, ...off } : options
}

/** Valid options, or all faults. */
export type CheckedOptions =
  | { readonly options: GatewayOptions; readonly faults?: undefined }
  | { readonly options?: undefined; readonly faults: readonly OptionFault[] }

const defined = (members: object = {}) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** The bank that the options or the environment name, even incompletely. Undefined if neither names any. */
function bankNamed(given: object | undefined, defaults: object): object | undefined {
  const isNamed = given !== undefined || Object.values(defaults).some((value) => value !== undefined)
  const named = { driver: "gwb", ...defined(defaults), ...defined(given) }
  return isNamed ? named : undefined
}

/** The routes of a store that names none. */
const routesWith = (bank: object | undefined): ConfiguredRoute[] =>
  bank ? [{ provider: PAYMENT_PROVIDER_ID, route: "bank" }] : []

/** Reads the plugin's options and fills gaps from the environment. Never throws. */
export function checkOptions(given: unknown, env: NodeJS.ProcessEnv = process.env): CheckedOptions {
  const defaults = fromEnvironment(env)
  const options = (given ?? {}) as { bank?: object; payment_routes?: unknown }
  const bank = bankNamed(options.bank, defaults.bank)
  const payment_routes = options.payment_routes ?? defaults.payment_routes ?? routesWith(bank)
  const named = { ...defaults, ...options, bank, payment_routes }
  const parsed = GatewayOptions.safeParse(named)
  const faults: OptionFault[] =
    parsed.error?.issues.map(({ path, message }) => ({ option: path.join("."), message })) ?? []
  if (env.NODE_ENV === "production" && !named.encryption_key)
    faults.push({ option: "encryption_key", message: "is required in production" })
  if (parsed.data?.ucp_sign_responses && !parsed.data.card_key)
    faults.push({ option: "card_key", message: "is required by ucp_sign_responses" })
  if (parsed.data?.stripe_js_url && parsed.data.stripe_publishable_key?.startsWith("pk_live_"))
    faults.push({ option: "stripe_js_url", message: "is not allowed with a live key" })
  if (parsed.data)
    faults.push(...accountFaults(parsed.data), ...routeFaults(parsed.data), ...credentialFaults(parsed.data))
  return parsed.success && !faults.length ? { options: inProduction(parsed.data, env) } : { faults }
}

/**
 * Like `checkOptions`, for a store that boots. Throws an error that names every missing or invalid option, so
 * that the store does not boot with an incomplete configuration.
 */
export function readOptions(given: unknown, env: NodeJS.ProcessEnv = process.env): GatewayOptions {
  const { options, faults } = checkOptions(given, env)
  if (options) return options
  const named = faults.map(({ option, message }) => `${option}: ${message}`)
  throw new Error(`medusa-plugin-agentic-gateway is not configured: ${named.join("; ")}`)
}
