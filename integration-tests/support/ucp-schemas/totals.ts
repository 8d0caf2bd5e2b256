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

/** What the entries of some types come to. */
export const sumOf = (totals: readonly Entry[], ...types: Entry["type"][]) => sum(ofType(totals, ...types))

/** What a way of delivery costs: a total, and what else there is sums to it. */
export const OptionTotals = z
  .array(Entry)
  .refine((totals) => ofType(totals, "total").length === 1, "there is not exactly one total")
  .refine(
    (totals) => totals.length === 1 || sum(totals) === 2 * sumOf(totals, "total"),
    "the entries do not sum to the total"
  )

/** What a purchase costs, from one subtotal to one total. */
export const Totals = OptionTotals.refine(
  (totals) => ofType(totals, "subtotal").length === 1,
  "there is not exactly one subtotal"
)

/** What a line costs; what is taken off or put on the purchase as a whole is not in it. */
export const LineTotals = Totals.refine(
  (totals) => ofType(totals, "discount", "fulfillment", "fee").length === 0,
  "a line has an amount of the whole"
)
