import type { Outcome } from "./idempotency"
import type { Call } from "./operations/call"
import { capturePayment } from "./operations/capture-payment"
import { createPayment } from "./operations/create-payment"
import { listEvents } from "./operations/list-events"
import { findPayments, getPayment } from "./operations/read-payments"
import { createRefund } from "./operations/refund-payment"
import { voidPayment } from "./operations/void-payment"

/** The names faults use for what a merchant may call. */
export const OPERATIONS = [
  "create",
  "capture",
  "void",
  "refund",
  "query",
  "token",
  "charge",
  "events",
] as const
export type Operation = (typeof OPERATIONS)[number]

/** One endpoint. What it reads it answers with 200; what it does needs an Idempotency-Key when it is a POST. */
export type Route = { operation: Operation; path: RegExp } & (
  | { method: "GET"; read: (call: Call) => object }
  | { method: "POST"; write: (call: Call, body: unknown) => Outcome }
)

const ROUTES: Route[] = [
  { operation: "create", method: "POST", path: at("/payments"), write: createPayment },
  { operation: "query", method: "GET", path: at("/payments"), read: findPayments },
  { operation: "query", method: "GET", path: at("/payments/:id"), read: getPayment },
  { operation: "capture", method: "POST", path: at("/payments/:id/captures"), write: capturePayment },
  { operation: "void", method: "POST", path: at("/payments/:id/void"), write: voidPayment },
  { operation: "refund", method: "POST", path: at("/payments/:id/refunds"), write: createRefund },
  { operation: "events", method: "GET", path: at("/events"), read: listEvents },
]

/** The endpoint for a method and path, with the id found in the path. */
export function findRoute(method: string, pathname: string): { route: Route; id: string } | undefined {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(pathname) : null
    if (match) return { route, id: match[1] ?? "" }
  }
}

function at(pattern: string): RegExp {
  return new RegExp(`^/gwb/v1${pattern.replace(":id", "(\\w+)")}$`)
}
