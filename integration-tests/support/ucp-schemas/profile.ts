import { z } from "@medusajs/framework/zod"
import { nameIn } from "./envelope"
import { FULFILLMENT_CONFIG } from "./fulfillment-config"
import { handler } from "./handler"
import { WebUrl } from "./url"
import { type Version, VERSIONS } from "./version"

const Coordinate = z.string().regex(/^[\w-]{43}$/)

/** A public P-256 key without private members. */
const Jwk = z.strictObject({
  kid: z.string().min(1),
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: Coordinate,
  y: Coordinate,
  use: z.literal("sig"),
  alg: z.literal("ES256"),
})

const keys = z.array(Jwk).min(1).optional()

const documented = { spec: WebUrl, schema: WebUrl }

const service = (version: Version) =>
  z.strictObject({
    version: z.literal(version),
    ...documented,
    transport: z.enum(["rest", "mcp", "a2a"]),
    endpoint: WebUrl.regex(/[^/]$/, "the endpoint ends with a slash"),
  })

/** The protocol's own names; any other name in a manifest is a spelling mistake. */
const Capability = z.enum([
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
  "dev.ucp.shopping.cart",
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.order",
  "dev.ucp.shopping.fulfillment",
  "dev.ucp.shopping.discount",
  "dev.ucp.shopping.buyer_consent",
  "dev.ucp.common.payment.authentication",
  "dev.ucp.common.identity_linking",
])

const capability = (version: Version) =>
  z.strictObject({
    version: z.literal(version),
    ...documented,
    extends: z.union([Capability, z.array(Capability).min(1)]).optional(),
    config: z.record(z.string(), z.unknown()).optional(),
  })

/** The owner of a name documents it on the owner's domain: `dev.ucp.…` below https://ucp.dev/. */
const ownedBy = (name: string, url: string) =>
  URL.canParse(url) && name.startsWith(`${new URL(url).hostname.split(".").reverse().join(".")}.`)

const registry = (version: Version) =>
  z
    .strictObject({
      version: z.literal(version),
      supported_versions: z.partialRecord(z.enum(VERSIONS), WebUrl).optional(),
      services: z.strictObject({ "dev.ucp.shopping": z.array(service(version)).min(1) }),
      capabilities: z.partialRecord(Capability, z.array(capability(version)).length(1)),
      payment_handlers: z.record(
        nameIn(version),
        z.array(z.strictObject({ ...handler(version), ...documented })).min(1)
      ),
    })
    .refine(
      ({ supported_versions = {} }) => !(version in supported_versions),
      "the version points to another document"
    )
    .refine(
      ({ services }) => services["dev.ucp.shopping"][0]?.transport === "rest",
      "REST is not the first transport"
    )
    .refine(
      ({ capabilities }) =>
        Object.entries(capabilities).every(([name, [one]]) =>
          [one?.spec, one?.schema].every((url) => url && ownedBy(name, url))
        ),
      "a capability is documented by another organization"
    )
    .refine(
      ({ capabilities }) =>
        Object.values(capabilities).every(
          ([one]) => !one?.extends || [one.extends].flat().some((parent) => parent in capabilities)
        ),
      "a capability extends none of the others"
    )
    .refine(
      ({ capabilities: { "dev.ucp.shopping.fulfillment": [one] = [] } }) =>
        !one?.config || FULFILLMENT_CONFIG[version].safeParse(one.config).success,
      "the config of fulfillment is not that of the version"
    )

const rootOf = (version: Version) => ({
  ucp: registry(version),
  authorization_server: z.strictObject({ issuer: WebUrl, metadata: WebUrl }),
})

/** 2026-04-08 has the keys in `signing_keys`; `keys` contains the same ones, for readers of the later release. */
const earlier = z
  .strictObject({ ...rootOf("2026-04-08"), signing_keys: keys, keys })
  .refine(
    (root) => !root.keys || JSON.stringify(root.keys) === JSON.stringify(root.signing_keys),
    "the keys are not the signing keys"
  )

const later = z.strictObject({ ...rootOf("2026-08-25"), keys })

/** The manifest of the store at its well-known address. */
export const PROFILES = { "2026-04-08": earlier, "2026-08-25": later } satisfies Record<Version, z.ZodType>
