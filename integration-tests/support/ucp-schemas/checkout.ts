import { z } from "@medusajs/framework/zod"
import { type Basket, basket, Link, summed } from "./basket"
import { consentingBuyer } from "./buyer"
import { discounted, Discounts } from "./discounts"
import { isUsed, succeeded } from "./envelope"
import { fulfillment } from "./fulfillment"
import { handlers } from "./handler"
import { isOneSentence, sentences } from "./error"
import { Code, ErrorMessages, Message } from "./message"
import { Moment } from "./moment"
import { Confirmation } from "./order"
import { Actions, Payment } from "./payment"
import { WebUrl } from "./url"
import type { Version } from "./version"

const FULFILLMENT = "dev.ucp.shopping.fulfillment"
const DISCOUNT = "dev.ucp.shopping.discount"
const CONSENT = "dev.ucp.shopping.buyer_consent"
const AUTHENTICATION = "dev.ucp.common.payment.authentication"

const EXTENSIONS = {
  "2026-04-08": [FULFILLMENT, DISCOUNT, CONSENT],
  "2026-08-25": [FULFILLMENT, DISCOUNT, CONSENT, AUTHENTICATION],
} satisfies Record<Version, string[]>

/** The members of a checkout that the rules below read. */
interface Session extends Basket {
  ucp: { capabilities: object; payment_handlers: Record<string, { id: string }[]> }
  status: string
  messages?: Message[] | undefined
  buyer?: { consent?: unknown } | undefined
  fulfillment?: { methods: { line_item_ids: string[] }[] } | undefined
  discounts?: Discounts | undefined
  payment?: { instruments: { id: string; handler_id: string }[] } | undefined
  actions?: Record<string, { config: { payment_instrument_id: string } }[]> | undefined
}

const isForTheBuyer = (message: Message) =>
  message.type === "error" &&
  (message.severity === "requires_buyer_input" || message.severity === "requires_buyer_review")

/** The rules of a checkout of any status. */
function consistent<T extends z.ZodType<Session>>(schema: T): T {
  return schema
    .refine(
      ({ status, messages = [] }) => (status === "requires_escalation") === messages.some(isForTheBuyer),
      "either the status or the messages call for the buyer, but not both"
    )
    .refine(
      ({ line_items, fulfillment }) =>
        fulfillment?.methods.every(({ line_item_ids }) =>
          line_item_ids.every((id) => line_items.some((line) => line.id === id))
        ) ?? true,
      "a line is to be fulfilled that is not there"
    )
    .refine(
      ({ ucp, payment }) =>
        payment?.instruments.every(({ handler_id }) =>
          Object.values(ucp.payment_handlers).some((ways) => ways.some(({ id }) => id === handler_id))
        ) ?? true,
      "an instrument is of a handler that is not there"
    )
    .refine(
      ({ payment, actions = {} }) =>
        Object.values(actions)
          .flat()
          .every(({ config }) => payment?.instruments.some(({ id }) => id === config.payment_instrument_id)),
      "an action is about an instrument that is not there"
    )
    .refine(
      ({ ucp, buyer, fulfillment, discounts, actions }) =>
        isUsed(ucp, {
          [FULFILLMENT]: fulfillment,
          [DISCOUNT]: discounts,
          [CONSENT]: buyer?.consent,
          [AUTHENTICATION]: actions,
        }),
      "a member is of an extension that is not used"
    )
}

/** The members of a checkout that has ended, and of one that has not. */
const membersOf = (version: Version) => {
  const ended = {
    ucp: succeeded(version, "dev.ucp.shopping.checkout", EXTENSIONS[version]).extend({
      payment_handlers: handlers(version),
    }),
    ...basket,
    links: z.array(Link),
    buyer: consentingBuyer(version).optional(),
    fulfillment: fulfillment(version).optional(),
    discounts: Discounts.optional(),
    payment: Payment.optional(),
    messages: z.array(Message).optional(),
    expires_at: Moment.optional(),
  }
  return { ended, open: { ...ended, continue_url: WebUrl } }
}

/** A checkout. Its status decides whether it has a `continue_url` and whether it has an order. */
export const checkoutResponse = (version: Version) => {
  const { ended, open } = membersOf(version)
  const inProgress = z.strictObject({ ...open, status: z.literal("complete_in_progress") })
  return consistent(
    discounted(
      summed(
        z.discriminatedUnion("status", [
          z.strictObject({ ...open, status: z.literal("incomplete"), messages: ErrorMessages }),
          z.strictObject({ ...open, status: z.literal("requires_escalation"), messages: ErrorMessages }),
          z.strictObject({ ...open, status: z.literal("ready_for_complete") }),
          version === "2026-04-08" ? inProgress : inProgress.extend({ actions: Actions.optional() }),
          z.strictObject({ ...ended, status: z.literal("completed"), order: Confirmation }),
          z.strictObject({ ...ended, status: z.literal("canceled") }),
        ])
      )
    )
  )
}

/**
 * The body of HTTP 402: the reason of the decline, in the format of each reader, and the checkout, which can be
 * completed again.
 */
export const declined = (version: Version) =>
  discounted(
    summed(
      consistent(
        z.strictObject({
          ...membersOf(version).open,
          ...sentences,
          status: z.literal("ready_for_complete"),
          messages: ErrorMessages,
          code: z.literal("payment_failed"),
          data: z.strictObject({ status: z.literal(402), decline_code: Code }),
        })
      )
    )
  )
    .refine(isOneSentence, "the sentence is not the same for every reader")
    .refine(
      ({ code, content, messages }) =>
        messages.some((one) => one.type === "error" && one.code === code && one.content === content),
      "no message has the code"
    )
