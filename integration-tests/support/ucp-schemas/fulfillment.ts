import { z } from "@medusajs/framework/zod"
import { Address, address } from "./address"
import { Description, Text } from "./text"
import { OptionTotals } from "./totals"
import type { Version } from "./version"

const shipping = { id: Text, ...address }
const pickup = { id: Text, name: Text, address: Address.optional() }

/** From 2026-08-25 on a destination has a type, and an option's description has a format. */
const WORDS = {
  "2026-04-08": {
    shipping: z.strictObject(shipping),
    pickup: z.strictObject(pickup),
    description: Text,
  },
  "2026-08-25": {
    shipping: z.strictObject({ type: z.literal("shipping_address"), ...shipping }),
    pickup: z.strictObject({ type: z.literal("business_location"), ...pickup }),
    description: Description,
  },
} satisfies Record<Version, Record<"shipping" | "pickup" | "description", z.ZodType>>

const distinct = (words: readonly string[]) => new Set(words).size === words.length

const group = (version: Version) =>
  z
    .strictObject({
      id: Text,
      line_item_ids: z.array(Text).min(1),
      options: z
        .array(
          z.strictObject({
            id: Text,
            title: Text,
            description: WORDS[version].description.optional(),
            totals: OptionTotals,
          })
        )
        .refine((options) => distinct(options.map(({ id }) => id)), "two options have one id")
        .refine((options) => distinct(options.map(({ title }) => title)), "two options have one title"),
      selected_option_id: Text.nullable(),
    })
    .refine(
      ({ options, selected_option_id: id }) => id === null || options.some((option) => option.id === id),
      "the selected option is none of the options"
    )

/** The members of a method that the rules below read. */
interface Method {
  line_item_ids: string[]
  destinations: { id: string }[]
  selected_destination_id: string | null
  groups: { line_item_ids: string[] }[]
}

function consistent<T extends z.ZodType<Method>>(schema: T): T {
  return schema
    .refine(({ destinations }) => distinct(destinations.map(({ id }) => id)), "two destinations have one id")
    .refine(
      ({ destinations, selected_destination_id: id }) =>
        id === null || destinations.some((destination) => destination.id === id),
      "the selected destination is none of the destinations"
    )
    .refine(({ line_item_ids, groups }) => {
      const grouped = groups.flatMap((one) => one.line_item_ids)
      return groups.length === 0 || String(grouped.sort()) === String([...line_item_ids].sort())
    }, "the groups are of other lines than the method")
}

/** How lines reach the customer: members without a value yet are empty or null, never missing. */
export const fulfillment = (version: Version) => {
  const method = {
    id: Text,
    line_item_ids: z.array(Text).min(1),
    selected_destination_id: Text.nullable(),
    groups: z.array(group(version)),
  }
  const to = WORDS[version]
  return z.strictObject({
    methods: z.array(
      z.discriminatedUnion("type", [
        consistent(
          z.strictObject({ ...method, type: z.literal("shipping"), destinations: z.array(to.shipping) })
        ),
        consistent(
          z.strictObject({ ...method, type: z.literal("pickup"), destinations: z.array(to.pickup) })
        ),
      ])
    ),
  })
}
