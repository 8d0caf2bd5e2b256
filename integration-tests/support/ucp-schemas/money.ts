import { z } from "@medusajs/framework/zod"

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"))

/** The code of an existing currency. */
export const Currency = z.string().refine((code) => CURRENCIES.has(code), "no uppercase ISO 4217 code")

/** A currency and an amount in minor units, zero or more. */
export const Price = z.strictObject({ amount: z.int().min(0), currency: Currency })
export type Price = z.infer<typeof Price>

/** A sum in minor units; discounts and refunds are negative. */
export const sum = (parts: readonly { amount: number }[]) =>
  parts.reduce((all, { amount }) => all + amount, 0)

/** Two prices of one currency, the smaller first. */
export const PriceRange = z
  .strictObject({ min: Price, max: Price })
  .refine(({ min, max }) => min.amount <= max.amount, "the range ends before it begins")
  .refine(({ min, max }) => min.currency === max.currency, "the range has two currencies")
export type PriceRange = z.infer<typeof PriceRange>
