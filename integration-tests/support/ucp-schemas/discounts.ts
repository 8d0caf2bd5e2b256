import { z } from "@medusajs/framework/zod"
import type { Basket } from "./basket"
import type { Message } from "./message"
import { sum } from "./money"
import { Text } from "./text"
import { sumOf } from "./totals"

const Allocation = z.strictObject({
  path: z.string().regex(/^\$\.line_items\[\d+\]$/),
  amount: z.int().min(0),
})

const Applied = z
  .strictObject({
    title: Text,
    amount: z.int().min(1),
    code: Text.optional(),
    automatic: z.boolean().optional(),
    method: z.enum(["each", "across"]).optional(),
    priority: z.int().min(1).optional(),
    /** Present for a discount on certain lines; without it the discount applies to the whole purchase. */
    allocations: z.array(Allocation).min(1).optional(),
  })
  .refine(
    ({ amount, allocations }) => !allocations || sum(allocations) === amount,
    "the allocations do not sum to the amount"
  )
  .refine(
    ({ code, automatic = false }) => automatic === (code === undefined),
    "a discount is either automatic or by a code"
  )

const isAmong = (codes: readonly string[], code: string) =>
  codes.some((one) => one.toLowerCase() === code.toLowerCase())

const appliedCodes = ({ applied }: Discounts) => applied.flatMap(({ code }) => code ?? [])

/** The submitted codes and the discounts, with or without a code. */
export const Discounts = z
  .strictObject({ codes: z.array(Text), applied: z.array(Applied) })
  .refine(
    (discounts) => appliedCodes(discounts).every((code) => isAmong(discounts.codes, code)),
    "a code is applied that was not requested"
  )
export interface Discounts {
  codes: string[]
  applied: z.infer<typeof Applied>[]
}

/** The members of a cart or a checkout that the rules below read. */
interface Discounted extends Basket {
  discounts?: Discounts | undefined
  messages?: Message[] | undefined
}

const allocationsOf = ({ applied }: Discounts) => applied.flatMap(({ allocations = [] }) => allocations)

const allocatedTo = (discounts: Discounts, line: number) =>
  sum(allocationsOf(discounts).filter(({ path }) => path === `$.line_items[${line}]`))

/** The codes to which warnings point; `undefined` when the pointer is out of range. */
const warnedOf = ({ discounts, messages = [] }: Discounted) =>
  messages.flatMap(({ type, code, path = "" }) => {
    const index = /^\$\.discounts\.codes\[(\d+)\]$/.exec(path)?.[1]
    return type === "warning" && index ? [{ why: code, code: discounts?.codes[Number(index)] }] : []
  })

/** The rules of the discounts of a cart or a checkout. */
export function discounted<T extends z.ZodType<Discounted>>(schema: T): T {
  return schema
    .refine(
      ({ line_items, discounts }) =>
        !discounts ||
        allocationsOf(discounts).every(({ path }) =>
          line_items.some((_, n) => path === `$.line_items[${n}]`)
        ),
      "a discount is allocated to a line that is not there"
    )
    .refine(
      ({ line_items, discounts }) =>
        !discounts ||
        line_items.every(
          ({ totals }, n) => sumOf(totals, "items_discount") + allocatedTo(discounts, n) === 0
        ),
      "the discount of a line is not the amount allocated to it"
    )
    .refine(
      ({ totals, discounts }) =>
        !discounts || sumOf(totals, "items_discount", "discount") + sum(discounts.applied) === 0,
      "the discount is not the applied amount"
    )
    .refine(
      (one) => warnedOf(one).every(({ code }) => code !== undefined),
      "a warning is about a code that was not requested"
    )
    .refine(
      (one) =>
        warnedOf(one).every(
          // A code that occurs twice is rejected the second time, and still applied.
          ({ why, code = "" }) =>
            why === "discount_code_already_applied" ||
            !one.discounts ||
            !isAmong(appliedCodes(one.discounts), code)
        ),
      "a code is applied that a warning refuses"
    )
}
