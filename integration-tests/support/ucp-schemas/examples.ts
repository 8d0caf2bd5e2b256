import type { ResponseName } from "./index"
import type { Version } from "./version"

const SHOP = "https://fern-and-kettle.example"

const RON = (amount: number) => ({ amount, currency: "RON" })

const used = (version: Version, capability: string) => ({
  version,
  status: "success",
  capabilities: { [`dev.ucp.shopping.${capability}`]: [{ version }] },
})

const bag = (weight: string, amount: number) => ({
  id: `variant_harbour_${weight}`,
  sku: `HARBOUR-${weight}`,
  barcodes: [{ type: "EAN", value: "5941234567899" }],
  title: `Harbour Blend, ${weight} g`,
  description: { plain: `A bag of ${weight} g.` },
  price: RON(amount),
  list_price: RON(amount + 500),
  availability: { available: true, status: "in_stock" },
  options: [{ name: "Weight", label: `${weight} g` }],
  metadata: { shelf: "B4" },
})

const SMALL = bag("50", 1890)
const LARGE = bag("250", 7490)

const HARBOUR = {
  id: "prod_harbour_blend",
  handle: "harbour-blend",
  title: "Harbour Blend",
  description: { plain: "Black tea, smoked over pine.", html: "<p>Black tea, smoked over pine.</p>" },
  url: `${SHOP}/teas/harbour-blend`,
  categories: [{ value: "Teas > Black", taxonomy: "merchant" }],
  price_range: { min: RON(1890), max: RON(7490) },
  list_price_range: { min: RON(2390), max: RON(7990) },
  media: [
    {
      type: "image",
      url: `${SHOP}/pictures/harbour.webp`,
      alt_text: "A tin of tea",
      width: 800,
      height: 600,
    },
  ],
  tags: ["smoked"],
}

/** The least that can be said of a product. */
const STRAINER = {
  id: "prod_strainer",
  title: "Strainer",
  description: { markdown: "Fits **every** cup." },
  price_range: { min: RON(0), max: RON(0) },
  variants: [
    {
      id: "variant_strainer",
      title: "Strainer",
      description: { plain: "" },
      price: RON(0),
      availability: { available: false, status: "out_of_stock" },
    },
  ],
}

const WEIGHTS = { name: "Weight", values: [{ id: "optval_50", label: "50 g" }, { label: "250 g" }] }

const search = (version: Version) => ({
  firstPage: {
    ucp: used(version, "catalog.search"),
    products: [{ ...HARBOUR, options: [WEIGHTS], variants: [SMALL, LARGE] }, STRAINER],
    pagination: { has_next_page: true, cursor: "b2Zmc2V0OjI", total_count: 3 },
    messages: [
      {
        type: "warning",
        code: "age_restricted",
        content: "**Not** for children.",
        content_type: "markdown",
        path: "$.products[0]",
        presentation: "disclosure",
        image_url: `${SHOP}/pictures/adults.svg`,
        url: `${SHOP}/law`,
      },
    ],
  },
  nothingFound: {
    ucp: used(version, "catalog.search"),
    products: [],
    pagination: { has_next_page: false, total_count: 0 },
  },
})

const lookup = (version: Version) => ({
  oneOfTwo: {
    ucp: used(version, "catalog.lookup"),
    products: [
      {
        ...HARBOUR,
        options: [WEIGHTS],
        variants: [
          { ...SMALL, inputs: [{ id: "prod_harbour_blend", match: "featured" }] },
          { ...LARGE, inputs: [{ id: "variant_harbour_250", match: "exact" }] },
        ],
      },
    ],
    messages: [{ type: "info", code: "not_found", content: "prod_gone" }],
  },
})

const product = (version: Version) => ({
  halfSelected: {
    ucp: used(version, "catalog.lookup"),
    product: {
      ...HARBOUR,
      options: [
        {
          name: "Weight",
          values: [
            { label: "50 g", available: true, exists: true },
            { label: "1 kg", available: false, exists: false },
          ],
        },
      ],
      selected: [{ name: "Weight", label: "50 g" }],
      variants: [SMALL],
    },
    messages: [{ type: "info", content: "The last bags of the year." }],
  },
  withoutOptions: { ucp: used(version, "catalog.lookup"), product: STRAINER },
})

const error = (version: Version) => ({
  notFound: {
    ucp: { version, status: "error" },
    messages: [
      {
        type: "error",
        code: "not_found",
        content: "No product has this id.",
        severity: "unrecoverable",
        path: "$.id",
      },
    ],
    continue_url: `${SHOP}/teas`,
  },
  nothingInCommon: {
    ucp: { version, status: "error", capabilities: { "dev.ucp.shopping.catalog.search": [{ version }] } },
    messages: [
      {
        type: "error",
        code: "capabilities_incompatible",
        content: "The agent's profile has none of the store's capabilities.",
        severity: "unrecoverable",
      },
    ],
  },
})

const SENTENCE = "At most 100 ids can be looked up at once."

const refusal = (version: Version) => ({
  tooMany: {
    code: "request_too_large",
    message: SENTENCE,
    content: SENTENCE,
    detail: SENTENCE,
    data: { status: 400, limit: 100 },
    ucp: { version, status: "error" },
    messages: [
      { type: "error", code: "request_too_large", content: SENTENCE, severity: "recoverable", path: "$.ids" },
    ],
  },
})

const key = {
  kid: "kettle-1",
  kty: "EC",
  crv: "P-256",
  x: "HQn2tFCA-vO7iUVxAZSOUno6Ohk11nZgjGuSKefbWD4",
  y: "E0u_Q_lZwyUtYWy1UIffjw_CTAf7r8raFVtt6tJ6Yc4",
  use: "sig",
  alg: "ES256",
}

/** Where each version keeps its pages, what it calls the keys, and how it words limits. */
const OWN = {
  "2026-04-08": {
    keys: { signing_keys: [key], keys: [key] },
    shopping: "specification",
    constraints: { brands: ["visa"] },
    delivery: { allows_method_combinations: [["shipping"]] },
  },
  "2026-08-25": {
    keys: { keys: [key] },
    shopping: "specification/shopping",
    constraints: { properties: { brand: { enum: ["visa"] } } },
    delivery: { method_combinations: [["shipping"]] },
  },
} satisfies Record<Version, object>

const profile = (version: Version) => {
  const { keys, shopping, constraints, delivery } = OWN[version]
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
              available_instruments: [{ type: "card", constraints }, { type: "voucher" }],
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

/** Documents of a store that does not exist, right in every respect, by response and by what each is an example of. */
export const examples = (version: Version) =>
  ({
    profile: profile(version),
    search: search(version),
    lookup: lookup(version),
    product: product(version),
    error: error(version),
    refusal: refusal(version),
  }) satisfies Record<ResponseName, Record<string, object>>
