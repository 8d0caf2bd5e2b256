import { z } from "@medusajs/framework/zod"
import { isNetwork } from "./domain/networks"

/** An absolute http(s) URL without a trailing slash, so that paths can be appended and issuers compared byte for byte. */
const BaseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""))

const PageUrl = z.url({ protocol: /^https?$/ }).optional()

/** A private EC P-256 key as JWK, given as an object or as its JSON text. */
const SigningKey = z
  .union([z.string().transform((text, context) => parseJson(text, context)), z.unknown()])
  .pipe(
    z.looseObject({
      kty: z.literal("EC"),
      crv: z.literal("P-256"),
      x: z.string(),
      y: z.string(),
      d: z.string(),
    })
  )

/** A list, or its text with commas; absent is empty. */
function splitList(value: unknown): unknown {
  if (typeof value !== "string") return value ?? []
  return value.split(",").flatMap((one) => one.trim() || [])
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: "custom", message: "is not valid JSON" })
    return z.NEVER
  }
}

/** Languages whose words PostgreSQL knows the stems of. */
const LANGUAGES = [
  ...["arabic", "armenian", "basque", "catalan", "danish", "dutch", "english", "finnish", "french", "german"],
  ...["greek", "hindi", "hungarian", "indonesian", "irish", "italian", "lithuanian", "nepali", "norwegian"],
  ...["portuguese", "romanian", "russian", "serbian", "spanish", "swedish", "tamil", "turkish", "yiddish"],
] as const

/** The bank a store is connected to (docs: Configuration). */
export const BankOptions = z.object({
  driver: z.literal("gwb").default("gwb"),
  /** Where the bank's API answers, without `/gwb/v1`. */
  api_url: BaseUrl,
  /** The bank's issuer identifier, as its signatures name it. */
  issuer: z.string().min(1),
  merchant_id: z.string().min(1),
  merchant_key: SigningKey,
  /** Pins the bank's public keys instead of fetching them from `{api_url}/gwb/v1/jwks.json`. */
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).optional(),
})
export type BankOptions = z.infer<typeof BankOptions>

/** Everything a store owner configures in `medusa-config.ts`; what is absent is taken from the environment. */
export const GatewayOptions = z.object({
  base_url: BaseUrl,
  bank: BankOptions,
  /** The networks of the proxies in front of the store, whose `X-Forwarded-For` is believed. */
  trusted_proxies: z.preprocess(
    splitList,
    z.array(z.string().refine(isNetwork, "is not an IP address or network"))
  ),
  /** How many streams of events one client may have open at each instance. */
  streams_per_client: z.coerce.number().int().min(1).max(10_000).default(100),
  /** Signs the Agent Card (A2A 1.0 section 8.4), which is not signed without it; UCP profiles publish its public half. */
  card_key: SigningKey.optional(),
  /** Encrypts secrets that must be known again: 32 bytes in base64. A store in production does not boot without. */
  encryption_key: z
    .string()
    .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64")
    .optional(),
  /** Lets clients name addresses in private networks, and http ones: for development, and off in production. */
  allow_private_networks: z.preprocess((value) => value === true || value === "true", z.boolean()),
  /** The languages of the products' texts, as PostgreSQL names them: words are found in all their forms. */
  catalog_languages: z.preprocess(
    (value) => splitList(value ?? "english"),
    z.array(z.enum(LANGUAGES)).max(5)
  ),
  /** The storefront's address, to which the pages for customers lead back; by default that of `order_url` or `product_url`. */
  store_url: PageUrl,
  /** The store's logo on the pages for customers. */
  logo_url: PageUrl,
  /** The product's page in the storefront, with `{handle}` in it; without it products have no address. */
  product_url: z
    .string()
    .refine((url) => url.includes("{handle}") && URL.canParse(url), "must be an address with {handle} in it")
    .optional(),
  /** An order's page in the storefront, with `{id}`, the order's number, in it. */
  order_url: z
    .string()
    .refine((url) => url.includes("{id}") && URL.canParse(url), "must be an address with {id} in it")
    .optional(),
  /** The store's own pages that buyers may want to read before paying. */
  links: z
    .object({
      terms_of_service: PageUrl,
      privacy_policy: PageUrl,
      refund_policy: PageUrl,
      shipping_policy: PageUrl,
      faq: PageUrl,
    })
    .partial()
    .default({}),
  /** The keys of products' metadata that agents may see. */
  catalog_metadata: z.preprocess(splitList, z.array(z.string())),
  /** Whether a platform is held to its UCP profile, or served in full where that cannot be had or lacks something. */
  ucp_negotiation: z.enum(["strict", "lenient"]).default("strict"),
  /** Whether platforms must sign their requests (RFC 9421), or are held to a signature only where they give one. */
  ucp_signatures: z.enum(["optional", "required"]).default("optional"),
  /** Signs what the UCP surface answers with the `card_key` (RFC 9421). */
  ucp_sign_responses: z.preprocess((value) => value === true || value === "true", z.boolean()),
  /** Opens `/gw-metrics` to whoever sends it as a bearer token; without it there are no metrics. */
  metrics_token: z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, "must be at least 16 letters, digits or ._~+/-")
    .optional(),
  /** Where alerts are sent besides the admin's bell, by a provider of Medusa's notification module. */
  alerts: z
    .object({
      to: z.string().min(1).max(320),
      channel: z.string().min(1).max(100).default("email"),
      template: z.string().min(1).max(200).default("agentic-gateway-alert"),
    })
    .optional(),
  /** Allows the sandbox credential, outside production. */
  debug: z.preprocess((value) => value === true || value === "true", z.boolean()),
})
export type GatewayOptions = z.infer<typeof GatewayOptions>

/** What is for development is not listened to in production. */
function inProduction(options: GatewayOptions, { NODE_ENV }: NodeJS.ProcessEnv): GatewayOptions {
  return NODE_ENV === "production" ? { ...options, allow_private_networks: false } : options
}

const fromEnvironment = (env: NodeJS.ProcessEnv) => ({
  base_url: env.GW_BASE_URL,
  trusted_proxies: env.GW_TRUSTED_PROXIES,
  streams_per_client: env.GW_STREAMS_PER_CLIENT,
  debug: env.GW_DEBUG,
  card_key: env.GW_CARD_KEY || undefined,
  encryption_key: env.GW_ENCRYPTION_KEY || undefined,
  metrics_token: env.GW_METRICS_TOKEN || undefined,
  alerts: env.GW_ALERTS_TO
    ? {
        to: env.GW_ALERTS_TO,
        channel: env.GW_ALERTS_CHANNEL || undefined,
        template: env.GW_ALERTS_TEMPLATE || undefined,
      }
    : undefined,
  allow_private_networks: env.GW_ALLOW_PRIVATE_NETWORKS,
  catalog_languages: env.GW_CATALOG_LANGUAGES,
  store_url: env.GW_STORE_URL || undefined,
  logo_url: env.GW_LOGO_URL || undefined,
  product_url: env.GW_PRODUCT_URL || undefined,
  catalog_metadata: env.GW_CATALOG_METADATA,
  order_url: env.GW_ORDER_URL || undefined,
  links: {
    terms_of_service: env.GW_TERMS_URL || undefined,
    privacy_policy: env.GW_PRIVACY_URL || undefined,
    refund_policy: env.GW_REFUND_POLICY_URL || undefined,
    shipping_policy: env.GW_SHIPPING_POLICY_URL || undefined,
    faq: env.GW_FAQ_URL || undefined,
  },
  ucp_negotiation: env.GW_UCP_NEGOTIATION || undefined,
  ucp_signatures: env.GW_UCP_SIGNATURES || undefined,
  ucp_sign_responses: env.GW_UCP_SIGN_RESPONSES,
  bank: {
    driver: env.GW_BANK_DRIVER,
    api_url: env.GW_BANK_API_URL,
    issuer: env.GW_BANK_ISSUER ?? env.GW_BANK_API_URL,
    merchant_id: env.GW_BANK_MERCHANT_ID,
    merchant_key: env.GW_BANK_MERCHANT_KEY,
  },
})

/** What is wrong with an option, by its name as a path with dots. */
export interface OptionFault {
  readonly option: string
  readonly message: string
}

/** The options, or everything that is missing or wrong. */
export type CheckedOptions =
  | { readonly options: GatewayOptions; readonly faults?: undefined }
  | { readonly options?: undefined; readonly faults: readonly OptionFault[] }

/** Reads the plugin's options, the environment filling the gaps. Never throws. */
export function checkOptions(given: unknown, env: NodeJS.ProcessEnv = process.env): CheckedOptions {
  const defaults = fromEnvironment(env)
  const options = (given ?? {}) as { bank?: object }
  const named = { ...defaults, ...options, bank: { ...defaults.bank, ...options.bank } }
  const parsed = GatewayOptions.safeParse(named)
  const faults: OptionFault[] =
    parsed.error?.issues.map(({ path, message }) => ({ option: path.join("."), message })) ?? []
  if (env.NODE_ENV === "production" && !named.encryption_key)
    faults.push({ option: "encryption_key", message: "is required in production" })
  if (parsed.data?.ucp_sign_responses && !parsed.data.card_key)
    faults.push({ option: "card_key", message: "is required by ucp_sign_responses, to sign with" })
  return parsed.success && !faults.length ? { options: inProduction(parsed.data, env) } : { faults }
}

/**
 * The same for a store that boots. Throws one sentence that names every missing or wrong option, so that it refuses to
 * boot half configured.
 */
export function readOptions(given: unknown, env: NodeJS.ProcessEnv = process.env): GatewayOptions {
  const { options, faults } = checkOptions(given, env)
  if (options) return options
  const named = faults.map(({ option, message }) => `${option}: ${message}`)
  throw new Error(`medusa-plugin-agentic-gateway is not configured: ${named.join("; ")}`)
}
