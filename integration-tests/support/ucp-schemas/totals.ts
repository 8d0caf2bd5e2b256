import { z } from "@medusajs/framework/zod"
import { sum } from "./money"
import { Text } from "./text"

const shown = { display_text: Text.optional() }

const Entry = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.enum(["subtotal", "fulfillment", "tax", "fee", "total"]),
    amount: z.int().min(0),
    ...shown,
  }),
  z.strictObject({ type: z.enum(["items_discount", "discount"]), amount: z.int().negative(), ...shown }),
])
export type Entry = z.infer<typeof Entry>

const ofType = (totals: readonly Entry[], ...types: Entry["type"][]) =>
  totals.filter(({ type }) => types.includes(type))

/** The sum of the entries of some types. */
export const sumOf = (totals: readonly Entry[], ...types: Entry["type"][]) => sum(ofType(totals, ...types))

/** The cost of a delivery: a total, and parts that sum to it. */
export const OptionTotals = z
  .array(Entry)
  .refine((totals) => ofType(totals, "total").length === 1, "there is not exactly one total")
  .refine(
    (totals) => totals.length === 1 || sum(totals) === 2 * sumOf(totals, "total"),
    "the entries do not sum to the total"
  )

/** The cost of a purchase, from one subtotal to one total. */
export const Totals = OptionTotals.refine(
  (totals) => ofType(totals, "subtotal").length === 1,
  "there is not exactly one subtotal"
)

/** The cost of a line, without discounts and fees of the whole purchase. */
export const LineTotals = Totals.refine(
  (totals) => ofType(totals, "discount", "fulfillment", "fee").length === 0,
  "a line has an amount of the whole"
)
