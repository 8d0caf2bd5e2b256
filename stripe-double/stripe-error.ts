import type { Intent } from "./intent"

/** An error of the API: its HTTP status, and the `error` member of the body. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly body: {
      readonly type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error"
      readonly message: string
      readonly code?: string
      readonly decline_code?: string
      readonly payment_intent?: Intent
    }
  ) {
    super(body.message)
  }
}

/** A request that Stripe rejects before anything happens. */
export const invalid = (message: string, code?: string, payment_intent?: Intent) =>
  new StripeError(400, {
    type: "invalid_request_error",
    message,
    ...(code && { code }),
    ...(payment_intent && { payment_intent }),
  })

/** 404 `resource_missing`. */
export const missing = (what: string, id: string) =>
  new StripeError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
  })
