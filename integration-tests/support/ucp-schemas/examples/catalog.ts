import type { Version } from "../version"
import { SHOP, used } from "./shop"

const RON = (amount: number) => ({ amount, currency: "RON" })

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

/** A product with only the required members. */
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

export const search = (version: Version) => ({
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

export const lookup = (version: Version) => ({
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

export const product = (version: Version) => ({
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
