import { z } from "@medusajs/framework/zod"

/*
 * The rows of the CSV files, with the columns of the flower shop of the official UCP samples. Prices and fixed amounts
 * are integers in minor units of the fixtures' currency.
 */

const Text = z.string("is missing").min(1, "is missing").max(200, "must have at most 200 characters")
const Minor = z
  .string("is missing")
  .regex(/^\d{1,9}$/, "must be an integer in minor units, from 0 to 999999999")
  .transform(Number)
const Units = z
  .string("is missing")
  .regex(/^\d{1,6}$/, "must be an integer from 0 to 999999")
  .transform(Number)
const Country = z
  .string("is missing")
  .regex(/^[A-Za-z]{2}$/, "must be an ISO 3166-1 alpha-2 code")
  .transform((code) => code.toLowerCase())

/** A row of products.csv. */
export const ProductRow = z.object({
  id: Text.regex(/^[\w.:-]+$/, "must consist of letters, digits and . _ : -"),
  title: Text,
  price: Minor,
  image_url: z.url({ protocol: /^https?$/, error: "must be an http(s) URL" }).optional(),
})
export type ProductRow = z.infer<typeof ProductRow>

/** A row of inventory.csv. A product without a row is always available. */
export const StockRow = z.object({ product_id: Text, quantity: Units })

/** A row of discounts.csv, or a row with a code in promotions.csv. */
export const DiscountRow = z
  .object({
    code: Text,
    type: z.enum(["percentage", "fixed_amount"], "must be percentage or fixed_amount"),
    value: Minor,
    description: z.string().optional(),
  })
  .refine(({ type, value }) => type !== "percentage" || value <= 100, {
    path: ["value"],
    message: "must be a percentage from 0 to 100",
  })
export type DiscountRow = z.infer<typeof DiscountRow>

/** A row of promotions.csv without a code: standard shipping is free from a subtotal on, or with certain products. */
export const FreeShippingRow = z.object({
  id: Text,
  type: z.literal("free_shipping", "must be free_shipping, or the row must have a code"),
  min_subtotal: Minor.optional(),
  eligible_item_ids: z
    .string()
    .transform((text, context) => idsIn(text) ?? (context.addIssue("must be a JSON list of ids"), z.NEVER))
    .optional(),
})
export type FreeShippingRow = z.infer<typeof FreeShippingRow>

/** A row of promotions.csv: a discount if it has a code, otherwise free shipping. */
export const PromotionRow = z.record(z.string(), z.string()).transform((row, context) => {
  const { data, error } = (row.code === undefined ? FreeShippingRow : DiscountRow).safeParse(row)
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message })
  return data ?? z.NEVER
})

function idsIn(text: string): string[] | undefined {
  try {
    return z.array(z.string()).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** A row of shipping_rates.csv. `default` covers every country without a rate of the same service level. */
export const RateRow = z.object({
  id: Text,
  country_code: z
    .string("is missing")
    .regex(/^(default|[A-Za-z]{2})$/, "must be an ISO 3166-1 alpha-2 code, or default")
    .transform((code) => code.toLowerCase()),
  service_level: Text,
  price: Minor,
  title: Text,
})
export type RateRow = z.infer<typeof RateRow>

/** A row of customers.csv. */
export const CustomerRow = z.object({
  id: Text,
  name: Text,
  email: z
    .email("must be an email address")
    .max(254)
    .transform((email) => email.toLowerCase()),
})

/** A row of addresses.csv. */
export const AddressRow = z.object({
  id: z.string().optional(),
  customer_id: Text,
  street_address: Text,
  city: z.string().optional(),
  state: z.string().optional(),
  postal_code: z.string().optional(),
  country: Country,
})
export type AddressRow = z.infer<typeof AddressRow>
