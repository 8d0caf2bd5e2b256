import { z } from "@medusajs/framework/zod"
import type { Abilities, RequestedCheckout } from "../../modules/agent/models/session"
import { paidIn, type SessionNow } from "../../queries/checkout/sessions"
import { isFree } from "../../workflows/checkout/checkout-status"
import type { Call } from "../../gateway/call"
import { paymentHandlers } from "./payment-handler/payment-handler"

/** The capabilities an agent declares (ACP: Capability negotiation). Unknown ones are ignored. */
export const Capabilities = z.object({
  interventions: z
    .object({
      supported: z.array(z.string().max(100)).max(50).optional(),
      redirect_context: z.string().max(50).optional(),
      max_redirects: z.int().min(0).optional(),
    })
    .optional(),
  extensions: z.array(z.string().max(200)).max(50).optional(),
})

const THREE_DS = "3ds"

/** The name of the discount extension (ACP: Discount extension). */
export const DISCOUNT = "discount"

/** The part of the declared capabilities that is stored with the session. */
export function abilitiesIn({
  interventions = {},
  extensions = [],
}: z.infer<typeof Capabilities>): Abilities {
  const { supported = [], redirect_context, max_redirects } = interventions
  return {
    interventions: supported.filter((one) => one === THREE_DS),
    // Without `max_redirects` the agent is expected to support one redirect.
    redirects: redirect_context !== "none" && max_redirects !== 0,
    // An extension name may contain a version (ACP: Extensions).
    extensions: extensions.some((one) => one.split("@")[0] === DISCOUNT) ? [DISCOUNT] : [],
  }
}

/**
 * Whether the agent can take its buyer through customer authentication, which is always a redirect to the bank's
 * page.
 */
function supportsAuthentication({ abilities }: RequestedCheckout): boolean {
  return Boolean(abilities?.redirects && abilities.interventions.includes(THREE_DS))
}

/** Whether the agent can complete the session. When nothing is due, it needs no customer authentication. */
export const canComplete = (session: Pick<SessionNow, "requested" | "quote">): boolean =>
  isFree(session) || supportsAuthentication(session.requested)

/** Whether the discount extension was negotiated for the session. */
export const hasDiscounts = ({ abilities }: RequestedCheckout): boolean =>
  Boolean(abilities?.extensions.includes(DISCOUNT))

const REQUESTS = ["CheckoutSessionCreateRequest", "CheckoutSessionUpdateRequest", "CheckoutSession"]

/** The negotiated capabilities of a session, the interventions the store requires, and its payment handlers. */
export function capabilitiesView(
  session: Pick<SessionNow, "requested" | "quote" | "region_id" | "providers">,
  call: Call
) {
  const { requested } = session
  const supported = requested.abilities?.interventions ?? []
  const discount = { name: DISCOUNT, extends: REQUESTS.map((name) => `$.${name}.discounts`) }
  return {
    payment: { handlers: paymentHandlers(call, paidIn(session)) },
    interventions: { supported, required: isFree(session) ? [] : [THREE_DS], enforcement: "always" },
    ...(hasDiscounts(requested) && { extensions: [discount] }),
  }
}
