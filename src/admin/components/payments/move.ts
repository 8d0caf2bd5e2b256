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
