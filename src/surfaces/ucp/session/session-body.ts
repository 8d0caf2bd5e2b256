import { z } from "@medusajs/framework/zod"
import { Quantity } from "../../../gateway/schemas"
import { Context } from "../catalog/buyer-context"
import { isSupported, unsupportedCombination, unsupportedMethod } from "../fulfillment-methods"

const Text = (most: number) => z.string().trim().min(1).max(most)

/** An identifier in a body, chosen by the platform or issued by the store. */
const Name = z.string().min(1).max(200)

/** An identifier that a body may leave out. Clients generated from UCP's schemas leave it empty instead. */
const OptionalName = z
  .string()
  .max(200)
  .nullish()
  .transform((id) => id || undefined)

/** A requested line item. Prices and titles sent by the platform are ignored. */
const Line = z.object({
  id: OptionalName,
  item: z.object({
    id: z
      .union([Name, z.int().positive()])
      .transform(String)
      .describe("A variant's id or SKU, or the number of a product that has one variant"),
  }),
  quantity: Quantity,
})
export type LineBody = z.infer<typeof Line>

/** The lines of a cart or checkout: 100 at most. */
export const Lines = z.array(Line).max(100)

const Buyer = z.object({
  first_name: Text(200).nullish(),
  last_name: Text(200).nullish(),
  email: z.email().max(254).nullish(),
  phone_number: Text(50).nullish(),
  consent: z.record(z.string().max(200), z.unknown()).nullish(),
})

/** The buyer in a request. */
export type BuyerBody = z.infer<typeof Buyer>

/** A postal address in UCP's format. */
export const Address = z.object({
  street_address: Text(300).nullish(),
  extended_address: Text(300).nullish(),
  address_locality: Text(200).nullish(),
  address_region: Text(200).nullish(),
  postal_code: Text(30).nullish(),
  address_country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be an uppercase ISO 3166-1 alpha-2 code")
    .nullish(),
  first_name: Text(200).nullish(),
  last_name: Text(200).nullish(),
  phone_number: Text(50).nullish(),
})

const Destination = Address.extend({ id: OptionalName })

/** A destination in a request. */
export type DestinationBody = z.infer<typeof Destination>

/** All lines are delivered together: one method with one group (UCP: Fulfillment). */
const Method = z.object({
  type: z
    .string()
    .max(50)
    .refine(isSupported, { error: ({ input }) => unsupportedMethod(String(input)) })
    .optional(),
  destinations: z.array(Destination).max(20).nullish(),
  selected_destination_id: Name.nullish(),
  groups: z
    .array(z.object({ selected_option_id: Name.nullish() }))
    .max(1, "must have at most one group, which contains all lines")
    .nullish(),
})
export type MethodBody = z.infer<typeof Method>

/** One method at most. The error names a combination that is not supported. */
const Methods = z
  .array(Method)
  .max(20)
  .superRefine((methods, context) => {
    const message = unsupportedCombination(methods.map(({ type = "shipping" }) => type))
    if (message) context.addIssue({ code: "custom", message })
  })

const Display = z.object({
  brand: z.string().max(50).optional(),
  last_digits: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
})

/** The type of a credential that names a saved card. */
export const CARD_TOKEN = "card_token"

const Credential = z
  .looseObject({ type: z.string().max(50), token: z.string().min(1).max(20_000).optional() })
  .refine(({ type, token }) => type !== CARD_TOKEN || token, {
    path: ["token"],
    message: "must be the id of a saved card",
  })
  .describe(
    `Of the type ${CARD_TOKEN}, with the id of a saved card as its token, or that of Google Pay; any other is ignored`
  )

/** How the buyer pays. The credential and `save_card` apply to this call only, and are never stored. */
export const Instrument = z.object({
  id: Name,
  handler_id: Name,
  type: z.string().min(1).max(50).default("card"),
  selected: z.boolean().optional(),
  display: Display.optional(),
  billing_address: Address.optional(),
  save_card: z
    .boolean()
    .optional()
    .describe("The buyer agrees that the card is saved for later purchases through this platform"),
  credential: Credential.optional(),
})
export type InstrumentBody = z.infer<typeof Instrument>

/** The payment member of a body. */
export const Payment = z.object({ instruments: z.array(Instrument).max(10).nullish() }).nullish()

/**
 * The members that create and update both carts and checkouts. Members in a body replace the stored ones, absent
 * members stay, null clears.
 */
export const CART_MEMBERS = {
  line_items: Lines.nullish(),
  buyer: Buyer.nullish(),
  context: Context.nullable(),
  discounts: z.object({ codes: z.array(Text(100)).max(20).nullish() }).nullish(),
  attribution: z.record(z.string().max(100), z.string().max(500)).nullish(),
}

/** All members of a checkout. */
export const CHECKOUT_MEMBERS = {
  ...CART_MEMBERS,
  fulfillment: z.object({ methods: Methods.nullish() }).nullish(),
  payment: Payment,
}

/** The members of a body that are read. The body of a cart has fewer. */
export type SessionBody = z.infer<z.ZodObject<typeof CHECKOUT_MEMBERS>>
