import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { takeRecordingTurn } from "../surfaces/bank/recording-turn"
import { holdWhileAnswered } from "./hold-while-answered"

/**
 * Lets the merchant change what an order owes, or has, only while no payment of ours is being recorded on it, on any
 * instance: Medusa books twice what two book at once, and of two sums keeps one.
 */
function recordInTurn(by: Parameters<typeof takeRecordingTurn>[1]) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => {
    // Anybody else is refused, and holds nothing up.
    const isStaff = Boolean((req as Partial<AuthenticatedMedusaRequest>).auth_context?.actor_id)
    if (!isStaff) return next()
    await holdWhileAnswered(takeRecordingTurn(req.scope, by, String(req.params.id)), res, next)
  }
}

const route = (matcher: string, by: Parameters<typeof recordInTurn>[0]) => ({
  matcher,
  methods: ["POST" as const],
  middlewares: [recordInTurn(by)],
})

/** Medusa's own routes by which that is done. */
export const recordingInTurn = [
  route("/admin/payment-collections/:id/mark-as-paid", "collection"),
  route("/admin/payments/:id/capture", "payment"),
  route("/admin/order-edits/:id/confirm", "order"),
  route("/admin/orders/:id/cancel", "order"),
]
