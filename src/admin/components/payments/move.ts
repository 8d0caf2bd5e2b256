import { isAtProvider } from "../../../domain/payment-route"
import type { Move, MoveKind, TracedPayment } from "../../api/payments"

/** The maximum amount in minor units: the remaining amount, or for a void the whole authorization. */
export const mostOf = ({ movable, amount }: TracedPayment, kind: MoveKind) =>
  kind === "void" ? amount : movable[kind]

/** The request of a capture, void or refund. A void has no amount, and only a refund has a reason. */
export function moveOf(kind: MoveKind, key: string, amount: number | undefined, reason: string): Move {
  return {
    kind,
    key,
    ...(kind !== "void" && amount !== undefined && { amount }),
    ...(kind === "refund" && reason.trim() && { reason: reason.trim() }),
  }
}

/** The key of the text that explains the effect. */
export function sentenceOf(kind: MoveKind, { status }: TracedPayment) {
  return kind === "void" && status !== "authorized"
    ? "payments.void_open"
    : (`payments.${kind}_about` as const)
}

/**
 * The key of the text about an unknown outcome. The store queries the bank for it, and another provider for a capture; for a
 * refund at another provider it opens a review.
 */
export function pendingOf(kind: MoveKind, { route }: Pick<TracedPayment, "route">) {
  if (!isAtProvider(route)) return "payments.pending"
  return kind === "capture" ? "payments.capture_pending_at_provider" : "payments.refund_pending_at_provider"
}
