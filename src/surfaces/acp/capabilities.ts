import { z } from "@medusajs/framework/zod"
import type { Abilities, Wishes } from "../../modules/agent/models/session"
import type { SessionNow } from "../../queries/sessions"
import { isFree } from "../../workflows/session/standing"
import type { Call } from "../call"
import { paymentHandler } from "./payment-handler/handler"

/** What an agent says it can do (ACP: Capability negotiation); what nobody knows is not heard. */
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

const PROOF = "3ds"

/** The extension of discount codes (ACP: Discount extension). */
export const DISCOUNT = "discount"

/** What of it there is to know later on. */
export function abilitiesIn({
  interventions = {},
  extensions = [],
}: z.infer<typeof Capabilities>): Abilities {
  const { supported = [], redirect_context, max_redirects } = interventions
  return {
    interventions: supported.filter((one) => one === PROOF),
    // Who does not say how often is asked to do it once.
    redirects: redirect_context !== "none" && max_redirects !== 0,
    // A name may have a version (ACP: Extensions).
    extensions: extensions.some((one) => one.split("@")[0] === DISCOUNT) ? [DISCOUNT] : [],
  }
}

/** Whether the agent can have its buyer prove a payment, which happens at a page of the bank's and nowhere else. */
function canProve({ abilities }: Wishes): boolean {
  return Boolean(abilities?.redirects && abilities.interventions.includes(PROOF))
}

/** Whether the agent can do what completing a session takes: where nothing is to be paid nothing is proved. */
export const canComplete = (session: Pick<SessionNow, "wishes" | "quote">): boolean =>
  isFree(session) || canProve(session.wishes)

/** Whether the session has the extension of discount codes. */
export const hasDiscounts = ({ abilities }: Wishes): boolean =>
  Boolean(abilities?.extensions.includes(DISCOUNT))

const REQUESTS = ["CheckoutSessionCreateRequest", "CheckoutSessionUpdateRequest", "CheckoutSession"]

/** What agent and store have in common in a session, what the store demands, and how it is paid. */
export function capabilitiesView(session: Pick<SessionNow, "wishes" | "quote">, call: Call): object {
  const { wishes } = session
  const supported = wishes.abilities?.interventions ?? []
  const discount = { name: DISCOUNT, extends: REQUESTS.map((name) => `$.${name}.discounts`) }
  return {
    payment: { handlers: [paymentHandler(call)] },
    interventions: { supported, required: isFree(session) ? [] : [PROOF], enforcement: "always" },
    ...(hasDiscounts(wishes) && { extensions: [discount] }),
  }
}
