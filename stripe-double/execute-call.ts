import type { Account } from "./account"
import { PUBLIC_ROUTES, ROUTES } from "./api-routes"
import { fieldsIn } from "./fields"
import type { Answer } from "./idempotency"
import { matchRoute } from "./match-route"
import { StripeError } from "./stripe-error"

/** A request of the API, as it is received. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  /** The query of a GET, otherwise the body. */
  readonly text: string
  /** The key in the header. */
  readonly key: string | undefined
  readonly idempotency_key: string | undefined
}

/** Executes a call, once per idempotency key, and answers as Stripe does. */
export function executeCall(account: Account, request: ApiRequest): Answer {
  try {
    const { method, path, text, idempotency_key } = request
    const key = method === "POST" ? idempotency_key : undefined
    return account.idempotency.once(key, `${method} ${path} ${text}`, () => answerTo(account, request))
  } catch (error) {
    return failure(error)
  }
}

/** An error of the call is an answer too, and is stored with its key. */
function answerTo(account: Account, request: ApiRequest): Answer {
  try {
    return { status: 200, body: structuredClone(run(account, request)) }
  } catch (error) {
    return failure(error)
  }
}

function run(account: Account, { method, path, text, key }: ApiRequest): unknown {
  const route = matchRoute(Object.keys(ROUTES), method, path)
  const handler = route && ROUTES[route.name]
  if (!handler) throw refusal(404, `Unrecognized request URL (${method}: ${path}).`)
  const fields = fieldsIn(text)
  const isSecret = key?.startsWith("sk_test_") ?? false
  // Stripe.js sends its key in the body, because a browser would ask before it sends the header.
  const isPublic = (key ?? fields.key)?.startsWith("pk_test_") && PUBLIC_ROUTES.includes(route.name)
  if (!isSecret && !isPublic) throw refusal(401, "Invalid API Key provided.")
  return handler({ account, id: route.id, fields, isSecret })
}

const refusal = (status: number, message: string) =>
  new StripeError(status, { type: "invalid_request_error", message })

function failure(error: unknown): Answer {
  if (error instanceof StripeError) return { status: error.status, body: { error: error.body } }
  throw error
}
