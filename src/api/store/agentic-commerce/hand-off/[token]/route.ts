import type { MedusaStoreRequest, MedusaResponse } from "@medusajs/framework/http"
import { digest } from "../../../../../domain/secrets"
import { AGENT_MODULE } from "../../../../../modules/agent"
import type AgentService from "../../../../../modules/agent/service"
import type { TokenRefusal } from "../../../../../modules/agent/storefront-hand-offs"

/**
 * Hands the cart of an agent's checkout to the customer's storefront, once: `{ cart_id }`. From then on the cart is the
 * customer's. A repeated request with the same `Idempotency-Key` gets the same answer, until the cart has an order. 404 for
 * an unknown token, also for one of a sales channel that the publishable key does not have, 409 for a used one, and 410 for
 * one that has expired or whose checkout has ended.
 */
export async function POST(req: MedusaStoreRequest, res: MedusaResponse): Promise<void> {
  const { handOffs } = req.scope.resolve<AgentService>(AGENT_MODULE)
  const { sales_channel_ids } = req.publishable_key_context
  const key = req.get("Idempotency-Key")
  const adopted = await handOffs.adopt({
    token_hash: digest(String(req.params.token)),
    key_hash: key ? digest(key) : null,
    sales_channel_ids,
  })
  res.setHeader("Cache-Control", "no-store")
  if (typeof adopted === "object") return void res.json({ cart_id: adopted.cart_id })
  const { status, ...body } = REFUSALS[adopted]
  res.status(status).json(body)
}

const REFUSALS: Readonly<Record<TokenRefusal, { status: number; type: string; message: string }>> = {
  unknown: { status: 404, type: "not_found", message: "The link is not valid. Ask the agent for a new one." },
  used: {
    status: 409,
    type: "conflict",
    message: "The link was used before. Continue in the browser that opened it.",
  },
  expired: { status: 410, type: "expired", message: "The link has expired. Ask the agent for a new one." },
}
