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

/** What the shopper pays with; its credential has no place in it. */
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

/** What an agent is asked to do: to show the page on which the shopper's bank asks for proof, once for an attempt. */
export const Actions = z.strictObject({ [CHALLENGE]: z.array(Action).length(1) })
