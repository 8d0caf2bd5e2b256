import { z } from "@medusajs/framework/zod"
import { Address } from "./address"
import { type Basket, line, summed } from "./basket"
import { succeeded } from "./envelope"
import { Message } from "./message"
import { Moment } from "./moment"
import { Currency } from "./money"
import { Text } from "./text"
import { Totals } from "./totals"
import { WebUrl } from "./url"
import type { Version } from "./version"

/** The number of the order: as the store shows it to people, and as text in the protocol. */
const called = { id: z.string().regex(/^[1-9]\d*$/), label: Text.optional(), permalink_url: WebUrl }

/** The order in a completed checkout. */
export const Confirmation = z.strictObject(called)

const Quantity = z.strictObject({
  original: z.int().min(0),
  total: z.int().min(0),
  fulfilled: z.int().min(0),
})

const statusOf = ({ total, fulfilled }: z.infer<typeof Quantity>) => {
  if (total === 0) return "removed"
  if (fulfilled === total) return "fulfilled"
  return fulfilled > 0 ? "partial" : "processing"
}

const OrderedLine = z
  .strictObject({
    ...line,
    quantity: Quantity,
    status: z.enum(["processing", "partial", "fulfilled", "removed"]),
  })
  .refine(
    ({ quantity, status }) => status === statusOf(quantity),
    "the status is another than the quantities say"
  )

const parts = (quantity: z.ZodInt) => z.array(z.strictObject({ id: Text, quantity })).min(1)

const Expectation = z.strictObject({
  id: Text,
  line_items: parts(z.int().min(1)),
  method_type: z.enum(["shipping", "pickup", "digital"]),
  destination: Address,
  description: Text.optional(),
  fulfillable_on: z.union([z.literal("now"), Moment]).optional(),
})

const Event = z.strictObject({
  id: Text,
  occurred_at: Moment,
  type: z.enum([
    "processing",
    "shipped",
    "in_transit",
    "delivered",
    "failed_attempt",
    "canceled",
    "undeliverable",
    "returned_to_sender",
  ]),
  line_items: parts(z.int().min(1)),
  tracking_number: Text.optional(),
  tracking_url: WebUrl.optional(),
  carrier: Text.optional(),
  description: Text.optional(),
})

const Adjustment = z
  .strictObject({
    id: Text,
    type: z.enum(["refund", "return", "credit", "price_adjustment", "dispute", "cancellation"]),
    occurred_at: Moment,
    status: z.enum(["pending", "completed", "failed"]),
    line_items: parts(z.int()).optional(),
    totals: z
      .array(z.strictObject({ type: z.literal("total"), amount: z.int() }))
      .length(1)
      .optional(),
    description: Text.optional(),
  })
  .refine(
    ({ type, totals }) => type !== "refund" || totals?.every(({ amount }) => amount < 0),
    "a refund gives no money back"
  )

const order = {
  ...called,
  checkout_id: Text,
  line_items: z.array(OrderedLine).min(1),
  fulfillment: z.strictObject({ expectations: z.array(Expectation), events: z.array(Event) }),
  adjustments: z.array(Adjustment).optional(),
  currency: Currency,
  totals: Totals,
  messages: z.array(Message).optional(),
  attribution: z.record(z.string(), z.string()).optional(),
}

/** The members of an order that the rules below read. */
interface Placed extends Basket {
  fulfillment: Record<"expectations" | "events", { id: string; line_items: { id: string }[] }[]>
  adjustments?: { id: string; line_items?: { id: string }[] | undefined }[] | undefined
}

/** The rules of an order in any response. */
function consistent<T extends z.ZodType<Placed>>(schema: T): T {
  return summed(schema)
    .refine(
      ({ line_items, fulfillment: { expectations, events }, adjustments = [] }) =>
        [...expectations, ...events, ...adjustments].every(({ line_items: parts = [] }) =>
          parts.every(({ id }) => line_items.some((line) => line.id === id))
        ),
      "something is about a line that is not there"
    )
    .refine(
      ({ fulfillment: { expectations, events }, adjustments = [] }) =>
        [expectations, events, adjustments].every(
          (list) => new Set(list.map(({ id }) => id)).size === list.length
        ),
      "two of a kind have one id"
    )
}

/** The current state of an order in a list. */
export const Order = consistent(z.strictObject(order))

/** The current state of an order: the lines, the deliveries and the adjustments. */
export const orderResponse = (version: Version) =>
  consistent(z.strictObject({ ucp: succeeded(version, "dev.ucp.shopping.order"), ...order }))
