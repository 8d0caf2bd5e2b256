import { z } from "@medusajs/framework/zod"
import { canonicalJson } from "../../../domain/canonical-json"
import { isCurrency } from "../../../domain/money"
import { Quantity } from "../../../gateway/schemas"

const Text = (most: number) => z.string().trim().max(most)
const Name = z.string().min(1).max(200)

/** A requested item. The protocol's examples have `quantity`, its schema does not. Prices and names are ignored. */
const Item = z.object({
  id: z.union([Name, z.int().positive()]).transform(String),
  quantity: Quantity.default(1),
})
export type ItemBody = z.infer<typeof Item>

/** The items of a request, at most 100. */
export const Items = z.array(Item).max(100)

/** A currency in any case; parsed to upper case. */
export const AnyCase = z
  .string()
  .max(10)
  .transform((code) => code.toUpperCase())
  .refine(isCurrency, "is not an ISO 4217 currency")

/** The buyer in a request. Each member may be missing or null. */
export const Buyer = z.object({
  email: z.email().max(254).nullish(),
  first_name: Text(200).nullish(),
  last_name: Text(200).nullish(),
  full_name: Text(400).nullish(),
  phone_number: Text(50).nullish(),
})

/** The buyer in a request. */
export type BuyerBody = z.infer<typeof Buyer>

const Address = z.object({
  name: Text(400).nullish(),
  company: Text(200).nullish(),
  line_one: Text(300).nullish(),
  line_two: Text(300).nullish(),
  city: Text(200).nullish(),
  state: Text(200).nullish(),
  postal_code: Text(30).nullish(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be an ISO 3166-1 alpha-2 code")
    .transform((code) => code.toUpperCase())
    .nullish(),
})

/** An address in a request. */
export type AddressBody = z.infer<typeof Address>

const FulfillmentDetails = z.object({
  name: Text(400).nullish(),
  phone_number: Text(50).nullish(),
  email: z.email().max(254).nullish(),
  address: Address.nullish(),
})

/** The fulfillment details in a request. */
export type DetailsBody = z.infer<typeof FulfillmentDetails>

/** The fulfillment type of every option that a session offers. */
const SHIPPING = "shipping"
const Type = z
  .string()
  .max(50)
  .refine((type) => type === SHIPPING, {
    error: ({ input }) => `${JSON.stringify(input)} is not supported. This store supports: ${SHIPPING}`,
  })

/** At most one shipping option, because all lines are delivered together. */
const SelectedOptions = z
  .array(z.object({ type: Type, option_id: Name, item_ids: z.array(Name).max(200).optional() }))
  .max(100)
  .refine(
    (selected) => new Set(selected.map(({ option_id }) => option_id)).size <= 1,
    "must name one option: all line items are delivered together"
  )

const Codes = z.array(Text(100).min(1)).max(20)

const Attribution = z.looseObject({ provider: Text(200) })

/** The agent's own metadata, set when it creates the session. */
export const Metadata = z
  .record(z.string().max(100), z.unknown())
  .refine(isShort, "must not be longer than 5000 characters, or nested more than a hundred deep")

function isShort(metadata: object): boolean {
  try {
    return canonicalJson(metadata).length <= 5000
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

/**
 * The members that create and update a session. Members in a body replace the stored ones, absent members stay, null
 * clears.
 */
export const SESSION_MEMBERS = {
  line_items: Items.nullish(),
  buyer: Buyer.nullish(),
  fulfillment_details: FulfillmentDetails.nullish(),
  selected_fulfillment_options: SelectedOptions.nullish(),
  discounts: z.object({ codes: Codes.nullish() }).nullish(),
  coupons: Codes.nullish(),
  order_notes: Text(5000).nullish(),
  affiliate_attribution: Attribution.nullish(),
}

export type SessionBody = Partial<z.infer<z.ZodObject<typeof SESSION_MEMBERS>>>
