import type { Forgery } from "./fault-input"
import type { Payment } from "./payment"
import type { Token } from "./token"

/** Forgeries with a valid signature: only the content of the message is wrong. */
export type ContentForgery = Extract<
  Forgery,
  "amount_mismatch" | "currency_mismatch" | "unknown_reference" | "version_regress"
>

type Snapshot = Partial<Payment> | Partial<Token>

const CHANGES: Record<ContentForgery, (snapshot: Snapshot) => Snapshot> = {
  amount_mismatch: (snapshot) =>
    "amount" in snapshot && snapshot.amount !== undefined ? { amount: snapshot.amount + 1 } : {},
  currency_mismatch: ({ currency }) => ({ currency: currency === "EUR" ? "USD" : "EUR" }),
  unknown_reference: ({ id }) => ({
    id: `${String(id).slice(0, 4)}UNKNOWN`,
    merchant_reference: "unknown.reference",
  }),
  version_regress: () => ({ version: 1 }),
}

/** The body of a notification with one wrong value in its snapshot. */
export function forgeContent(
  body: Record<string, unknown>,
  forgery: ContentForgery
): Record<string, unknown> {
  const member = body.token ? "token" : "payment"
  const snapshot = body[member] as Snapshot
  return { ...body, [member]: { ...snapshot, ...CHANGES[forgery](snapshot) } }
}
