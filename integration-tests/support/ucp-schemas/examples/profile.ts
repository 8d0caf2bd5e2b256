import type { Version } from "../version"
import { ONLY_VISA, SHOP } from "./shop"

const key = {
  kid: "kettle-1",
  kty: "EC",
  crv: "P-256",
  x: "HQn2tFCA-vO7iUVxAZSOUno6Ohk11nZgjGuSKefbWD4",
  y: "E0u_Q_lZwyUtYWy1UIffjw_CTAf7r8raFVtt6tJ6Yc4",
  use: "sig",
  alg: "ES256",
}

/** The addresses of the documentation, the names of the key members and the format of deliveries in each version. */
const OWN = {
  "2026-04-08": {
    keys: { signing_keys: [key], keys: [key] },
    shopping: "specification",
    delivery: { allows_method_combinations: [["shipping"]] },
  },
  "2026-08-25": {
    keys: { keys: [key] },
    shopping: "specification/shopping",
    delivery: { method_combinations: [["shipping"]] },
  },
} satisfies Record<Version, object>

export const profile = (version: Version) => {
  const { keys, shopping, delivery } = OWN[version]
  const official = `https://ucp.dev/${version}`
  const capability = (page: string, schema: string, more: object = {}) => [
    {
      version,
      spec: `${official}/${shopping}/${page}`,
      schema: `${official}/schemas/shopping/${schema}.json`,
      ...more,
    },
  ]
  return {
    whole: {
      ucp: {
        version,
        supported_versions: {
          [version === "2026-04-08" ? "2026-08-25" : "2026-04-08"]: `${SHOP}/.well-known/ucp/other`,
        },
        services: {
          "dev.ucp.shopping": [
            {
              version,
              spec: `${official}/specification/overview`,
              schema: `${official}/services/shopping/rest.openapi.json`,
              transport: "rest",
              endpoint: `${SHOP}/gw-ucp/v1`,
            },
          ],
        },
        capabilities: {
          "dev.ucp.shopping.catalog.search": capability("catalog/search", "catalog_search"),
          "dev.ucp.shopping.catalog.lookup": capability("catalog/lookup", "catalog_lookup"),
          "dev.ucp.shopping.cart": capability("cart", "cart"),
          "dev.ucp.shopping.checkout": capability("checkout", "checkout"),
          "dev.ucp.shopping.discount": capability("discount", "discount", {
            extends: ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
          }),
          "dev.ucp.shopping.fulfillment": capability("fulfillment", "fulfillment", {
            extends: "dev.ucp.shopping.checkout",
            config: delivery,
          }),
        },
        payment_handlers: {
          "example.fern.card": [
            {
              id: "card",
              version: "2026-02-01",
              spec: `${SHOP}/handlers/card`,
              schema: `${SHOP}/handlers/card.json`,
              available_instruments: [{ type: "card", constraints: ONLY_VISA[version] }, { type: "voucher" }],
              config: { environment: "test" },
            },
          ],
        },
      },
      ...keys,
      authorization_server: {
        issuer: SHOP,
        metadata: `${SHOP}/.well-known/oauth-authorization-server`,
      },
    },
  }
}
