import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { takeRecordingTurn, takeRefundTurn } from "../surfaces/bank/recording-lease"
import { drainRequests } from "./drain-requests"

type Turn = ReturnType<typeof takeRecordingTurn>

/**
 * Serializes the merchant's changes of an order's outstanding amount with the recording of our payments, across
 * instances. Medusa's concurrent bookings can be written twice, and one of two concurrent totals is lost.
 */
function inTurn(turn: (container: MedusaContainer, id: string) => Turn) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => {
    // Medusa rejects other callers; they must not take the lock.
    const isStaff = Boolean((req as Partial<AuthenticatedMedusaRequest>).auth_context?.actor_id)
    if (!isStaff) return next()
    await drainRequests(turn(req.scope, String(req.params.id)), res, next)
  }
}

const route = (matcher: string, turn: Parameters<typeof inTurn>[0]) => ({
  matcher,
  methods: ["POST" as const],
  middlewares: [inTurn(turn)],
})

const recording =
  (by: Parameters<typeof takeRecordingTurn>[1]): Parameters<typeof inTurn>[0] =>
  (container, id) =>
    takeRecordingTurn(container, by, id)

/** Medusa's own routes that change the outstanding amount. */
export const recordingInTurn = [
  route("/admin/payment-collections/:id/mark-as-paid", recording("collection")),
  route("/admin/payments/:id/capture", recording("payment")),
  route("/admin/payments/:id/refund", takeRefundTurn),
  route("/admin/order-edits/:id/confirm", recording("order")),
  route("/admin/orders/:id/cancel", recording("order")),
]
