import { z } from "@medusajs/framework/zod"
import { Currency } from "./money"
import { Text } from "./text"
import { type Entry, LineTotals, sumOf, Totals } from "./totals"
import { WebUrl } from "./url"

/** The members of a line, without the quantity. */
export const line = {
  id: Text,
  item: z.strictObject({
    id: z.string().regex(/^variant_./),
    title: Text,
    price: z.int().min(0),
    image_url: WebUrl.optional(),
  }),
  totals: LineTotals,
}

/** The members that a cart and a checkout share. */
export const basket = {
  id: Text,
  currency: Currency,
  line_items: z.array(z.strictObject({ ...line, quantity: z.int().min(1) })),
  totals: Totals,
}

/** A page of the store for the customer. */
export const Link = z.strictObject({
  type: z.enum(["privacy_policy", "terms_of_service", "refund_policy", "shipping_policy", "faq"]),
  url: WebUrl,
  title: Text.optional(),
})

/** The members of a cart, a checkout or an order that the rules below read. */
export interface Basket {
  line_items: { id: string; totals: Entry[] }[]
  totals: Entry[]
}

const sumOfLines = ({ line_items }: Basket, type: Entry["type"]) =>
  line_items.reduce((all, { totals }) => all + sumOf(totals, type), 0)

/** The rules of lines and their totals. */
export function summed<T extends z.ZodType<Basket>>(schema: T): T {
  return schema
    .refine(
      ({ line_items }) => new Set(line_items.map(({ id }) => id)).size === line_items.length,
      "a line is there twice"
    )
    .refine(
      (one) => sumOf(one.totals, "subtotal") === sumOfLines(one, "subtotal"),
      "the subtotal is not that of the lines"
    )
    .refine(
      (one) => sumOf(one.totals, "items_discount") === sumOfLines(one, "items_discount"),
      "the items' discount is not that of the lines"
    )
}
