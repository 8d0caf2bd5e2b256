import { z } from "@medusajs/framework/zod"
import { WEBHOOK_EVENTS, type WebhookEventType } from "../../../domain/webhook"
import { Currency } from "../../../gateway/schemas"

const Money = z.object({ amount: z.int().describe("Minor units"), currency: Currency })

const Order = z.looseObject({ id: z.string(), checkout_id: z.string() })

/** The members of every event about an order. */
const ORDER = {
  order_id: z.int().describe("The order's number"),
  checkout_id: z.string(),
  status: z
    .enum([
      "pending",
      "authorized",
      "captured",
      "partially_refunded",
      "refunded",
      "voided",
      "unpaid",
      "nothing_due",
      "canceled",
    ])
    .describe("The state of its payment, and whether it is canceled"),
  captured_amount: z.int().describe("Minor units"),
  refunded_amount: z.int().describe("Minor units"),
  currency: Currency,
  order: Order.describe("The whole UCP order, as GET /orders/{id} returns it"),
}

const CHECKOUT = { checkout_id: z.string() }

const Decline = z.object({ code: z.string(), message: z.string() })

const Dispute = Money.extend({ id: z.string(), reason: z.string(), status: z.string(), at: z.string() })

/** The member `data` of each event. New members may be added to it. */
export const WEBHOOK_DATA = {
  "order.created": z.looseObject(ORDER),
  "order.authorized": z.looseObject(ORDER),
  "order.paid": z.looseObject({
    ...ORDER,
    capture: Money.optional().describe("The captured amount of an authorized payment"),
  }),
  "order.payment_failed": z.looseObject({ ...CHECKOUT, decline: Decline.optional() }),
  "order.canceled": z.looseObject(ORDER),
  "order.refunded": z.looseObject({ ...ORDER, refund: Money }),
  "order.fulfilled": z.looseObject({ ...ORDER, fulfillment_id: z.string() }),
  "order.returned": z.looseObject({ ...ORDER, return_id: z.string() }),
  "order.disputed": z.looseObject({ ...ORDER, dispute: Dispute }),
  "order.updated": z.looseObject(ORDER),
  "checkout.completed": z.looseObject(ORDER),
  "checkout.canceled": z.looseObject(CHECKOUT),
  "checkout.expired": z.looseObject(CHECKOUT),
  "webhook.ping": z.looseObject({ webhook_id: z.string() }),
} as const satisfies Record<WebhookEventType, z.ZodType>

const ABOUT: Record<WebhookEventType, string> = {
  "order.created": "The order is placed: its payment is authorized, or due later, or nothing is to be paid.",
  "order.authorized": "The payment of an order is authorized.",
  "order.paid": "A payment of an order was captured.",
  "order.payment_failed": "A payment attempt of a checkout failed. The checkout has no order.",
  "order.canceled": "The order is canceled.",
  "order.refunded": "A refund of an order was made.",
  "order.fulfilled": "A fulfillment was shipped or handed over.",
  "order.returned": "Returned items were received.",
  "order.disputed": "A dispute of the payment was opened or has changed.",
  "order.updated": "Another part of the order has changed.",
  "checkout.completed": "The checkout has become an order.",
  "checkout.canceled": "The checkout was canceled.",
  "checkout.expired": "The checkout has expired without an order.",
  "webhook.ping": "The webhook was registered, or a ping was requested.",
}

/** The body of an event in the profile `standard`. */
export function envelopeSchema<Type extends WebhookEventType>(type: Type) {
  return z
    .looseObject({
      type: z.literal(type),
      timestamp: z.iso.datetime().describe("When it happened"),
      id: z.uuid().describe("The same in every attempt, as in webhook-id"),
      sequence: z.int().min(1).describe("Counts the events of the same order, checkout or webhook"),
      data: WEBHOOK_DATA[type],
    })
    .describe(ABOUT[type])
}

/** The JSON Schema of each event, by its type. */
export function eventSchemas(): Record<string, object> {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => [
      type,
      { title: type, ...z.toJSONSchema(envelopeSchema(type), { io: "output" }) },
    ])
  )
}
