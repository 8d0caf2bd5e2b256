import { SHOP } from "./shop"

const bag = (weight: string, price: number) => ({
  id: `variant_harbour_${weight}`,
  title: `Harbour Blend, ${weight} g`,
  price,
})

/** Two bags at a discount of ten percent, and a small one: 168.70 lei in total, with 14.98 lei of discounts. */
export const LINES = [
  {
    id: "line_large",
    item: { ...bag("250", 7490), image_url: `${SHOP}/pictures/harbour.webp` },
    quantity: 2,
    totals: [
      { type: "subtotal", amount: 14980 },
      { type: "items_discount", amount: -1498 },
      { type: "total", amount: 13482 },
    ],
  },
  {
    id: "line_small",
    item: bag("50", 1890),
    quantity: 1,
    totals: [
      { type: "subtotal", amount: 1890 },
      { type: "tax", amount: 170 },
      { type: "total", amount: 2060 },
    ],
  },
]

/** The subtotal, a discount of five lei on the whole purchase, and the additional costs. */
export const TOTALS = [
  { type: "subtotal", display_text: "Teas", amount: 16870 },
  { type: "items_discount", display_text: "A tenth off large bags", amount: -1498 },
  { type: "discount", amount: -500 },
  { type: "fulfillment", display_text: "Parcel", amount: 1900 },
  { type: "fee", display_text: "Gift wrapping", amount: 300 },
  { type: "tax", amount: 170 },
  { type: "total", display_text: "To pay", amount: 17242 },
]

export const DISCOUNTS = {
  codes: ["hello5", "KETTLE99"],
  applied: [
    {
      title: "A tenth off large bags",
      amount: 1498,
      automatic: true,
      method: "each",
      priority: 1,
      allocations: [{ path: "$.line_items[0]", amount: 1498 }],
    },
    { title: "Five lei for a first order", amount: 500, code: "HELLO5", method: "across", priority: 2 },
  ],
}

/** The warning about the second of those codes. */
export const NO_SUCH_CODE = {
  type: "warning",
  code: "discount_code_invalid",
  content: "KETTLE99 is none of the codes.",
  path: "$.discounts.codes[1]",
}

export const LINKS = [
  { type: "terms_of_service", url: `${SHOP}/terms`, title: "What we promise" },
  { type: "privacy_policy", url: `${SHOP}/privacy` },
]

export const SHOPPER = {
  first_name: "Ilinca",
  last_name: "Moraru",
  email: "ilinca@post.example",
  phone_number: "+40721555010",
}

export const ADDRESS = {
  first_name: "Ilinca",
  last_name: "Moraru",
  street_address: "Strada Ceainicului 7",
  extended_address: "Ap. 3",
  address_locality: "Brașov",
  address_region: "BV",
  postal_code: "500123",
  address_country: "RO",
  phone_number: "0721 555 010",
}
