import { asValue } from "@medusajs/framework/awilix"
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  acquireCancellationLease,
  acquireCreditLineLease,
  acquireRecordingLease,
  acquireRefundLease,
} from "../surfaces/bank/recording-lease"
import { lockedOrders } from "../workflows/order/with-order-locks"
import { drainRequests } from "./drain-requests"

type Lease = ReturnType<typeof acquireRecordingLease>

/**
 * Serializes the merchant's changes of an order's outstanding amount with the recording of our payments, across
 * instances. Medusa's concurrent bookings can be written twice, and one of two concurrent totals is lost.
 */
function underLease(acquire: (container: MedusaContainer, id: string) => Lease) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => {
    // Medusa rejects other callers; they must not take the lock.
    const isStaff = Boolean((req as Partial<AuthenticatedMedusaRequest>).auth_context?.actor_id)
    if (!isStaff) return next()
    const lease = acquire(req.scope, String(req.params.id)).then((held) => {
      if (held) req.scope.register(Modules.ORDER, asValue(lockedOrders(req.scope.resolve(Modules.ORDER))))
      return held
    })
    await drainRequests(lease, res, next)
  }
}

const route = (matcher: string, acquire: Parameters<typeof underLease>[0]) => ({
  matcher,
  methods: ["POST" as const],
  middlewares: [underLease(acquire)],
})

const recording =
  (by: Parameters<typeof acquireRecordingLease>[1]): Parameters<typeof underLease>[0] =>
  (container, id) =>
    acquireRecordingLease(container, by, id)

/** Medusa's own routes that change the outstanding amount. */
export const recordingUnderLease = [
  route("/admin/payment-collections/:id/mark-as-paid", recording("collection")),
  route("/admin/payments/:id/capture", recording("payment")),
  route("/admin/payments/:id/refund", acquireRefundLease),
  route("/admin/order-edits/:id/confirm", recording("order")),
  route("/admin/orders/:id/credit-lines", acquireCreditLineLease),
  route("/admin/orders/:id/cancel", acquireCancellationLease),
]
