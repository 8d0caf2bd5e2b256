import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { takeRecordingTurn } from "../surfaces/bank/recording-turn"
import { releaseAfter } from "./release-after"

/**
 * Lets the merchant change what an order owes, or has, only while no payment of ours is being recorded on it, on any
 * instance: Medusa books twice what two book at once, and of two sums keeps one.
 */
function recordInTurn(by: Parameters<typeof takeRecordingTurn>[1]) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => {
    // Anybody else is refused, and holds nothing up.
    const isStaff = Boolean((req as Partial<AuthenticatedMedusaRequest>).auth_context?.actor_id)
    const held = isStaff && (await takeRecordingTurn(req.scope, by, String(req.params.id)))
    if (!held) return next()
    if (res.closed) return void held.release() // nobody waits for it any more, and nothing was begun
    releaseAfter(res, held)
    next()
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
