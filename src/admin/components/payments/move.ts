import type { Move, MoveKind, TracedPayment } from "../../api/payments"

/** What is moved at most: what is left of it. A release is of all that is reserved. */
export const mostOf = ({ movable, amount }: TracedPayment, kind: MoveKind) =>
  kind === "void" ? amount : movable[kind]

/** A release has no amount, and only a refund a reason. */
export function moveOf(kind: MoveKind, key: string, amount: number | undefined, reason: string): Move {
  return {
    kind,
    key,
    ...(kind !== "void" && amount !== undefined && { amount }),
    ...(kind === "refund" && reason.trim() && { reason: reason.trim() }),
  }
}

/** The name of the text that says what will happen. */
export function sentenceOf(kind: MoveKind, { status }: TracedPayment) {
  return kind === "void" && status !== "authorized"
    ? "payments.void_open"
    : (`payments.${kind}_about` as const)
}
