import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Means } from "../../session/kept-cards"
import { HANDLER_ID } from "./handler"

const Name = z.string().min(1).max(200)

/** The instrument of a buyer who pays at the bank's page: it names the session, and no card. */
export const Instrument = z.object({
  type: z.literal("redirect"),
  credential: z.object({
    type: z.literal("session"),
    token: Name.describe("The id of the checkout session"),
  }),
})

/** What the handler's configuration says. */
export const HandlerConfig = z.object({ merchant_id: Name, psp: Name })

/** The payment of a session. */
export const PaymentData = z.object({ handler_id: z.literal(HANDLER_ID), instrument: Instrument })

/** How the session `id` shall be paid. Throws `invalid_params` when the credential is another session's. */
export function meansIn({ instrument }: z.infer<typeof PaymentData>, id: string): Means {
  const path = "payment_data.instrument"
  if (instrument.credential.token === id) return { token: null, save_card: false, path }
  const issue = { path: `${path}.credential.token`, message: "must be the id of this checkout session" }
  throw problem("invalid_params", { issues: [issue] })
}
