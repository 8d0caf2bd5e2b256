import { z } from "@medusajs/framework/zod"
import { Address } from "./address"
import { Text } from "./text"
import { WebUrl } from "./url"

const CardDisplay = z.strictObject({
  brand: Text.optional(),
  last_digits: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  expiry_month: z.int().min(1).max(12).optional(),
  expiry_year: z.int().min(2000).max(2999).optional(),
  description: Text.optional(),
  card_art: WebUrl.optional(),
})

/** The customer's payment instrument, without its credential. */
export const Payment = z.strictObject({
  instruments: z.array(
    z.strictObject({
      id: Text,
      handler_id: Text,
      type: Text,
      selected: z.boolean().optional(),
      display: CardDisplay.optional(),
      billing_address: Address.optional(),
    })
  ),
})

const CHALLENGE = "dev.ucp.common.payment.three_ds_challenge"

const Action = z.strictObject({
  id: Text,
  config: z.strictObject({ payment_instrument_id: Text, url: WebUrl }),
})

/** The action of an agent: show the page of the customer's bank for authentication, once per attempt. */
export const Actions = z.strictObject({ [CHALLENGE]: z.array(Action).length(1) })
