import type { Outcome } from "./idempotency"
import type { Operation } from "./merchant-operations"
import type { Call } from "./operations/call"
import { capturePayment } from "./operations/capture-payment"
import { chargeToken } from "./operations/charge-token"
import { createPayment } from "./operations/create-payment"
import { createToken } from "./operations/create-token"
import { listEvents } from "./operations/list-events"
import { findPayments, getPayment } from "./operations/read-payments"
import { findTokens, getToken } from "./operations/read-tokens"
import { createRefund } from "./operations/refund-payment"
import { revokeToken } from "./operations/revoke-token"
import { voidPayment } from "./operations/void-payment"

/** One endpoint. A GET returns 200; a POST needs an Idempotency-Key. */
export type Route = { operation: Operation; path: RegExp } & (
  | { method: "GET"; read: (call: Call) => object }
  | { method: "POST"; write: (call: Call, body: unknown) => Outcome }
  | { method: "DELETE"; remove: (call: Call) => Outcome }
)

const ROUTES: Route[] = [
  { operation: "create", method: "POST", path: at("/payments"), write: createPayment },
  { operation: "query", method: "GET", path: at("/payments"), read: findPayments },
  { operation: "query", method: "GET", path: at("/payments/:id"), read: getPayment },
  { operation: "capture", method: "POST", path: at("/payments/:id/captures"), write: capturePayment },
  { operation: "void", method: "POST", path: at("/payments/:id/void"), write: voidPayment },
  { operation: "refund", method: "POST", path: at("/payments/:id/refunds"), write: createRefund },
  { operation: "token", method: "POST", path: at("/tokens"), write: createToken },
  { operation: "token", method: "GET", path: at("/tokens"), read: findTokens },
  { operation: "token", method: "GET", path: at("/tokens/:id"), read: getToken },
  { operation: "token", method: "DELETE", path: at("/tokens/:id"), remove: revokeToken },
  { operation: "charge", method: "POST", path: at("/tokens/:id/charges"), write: chargeToken },
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
