import { type Problem, problem } from "../../domain/errors"
import { regionForPayment } from "../../queries/catalog/regions"
import type { Call } from "../../gateway/call"

/** The region in which the gateway accepts payments in a currency. Throws `invalid_params` when there is none. */
export async function regionOf(currency: string, call: Call): Promise<string> {
  const region = await regionForPayment(call.container, currency)
  if (region) return region
  throw refused("currency", `The store does not accept card payments in ${currency}`)
}

/** The error for input that only the store can validate. */
export function refused(path: string, message: string): Problem {
  return problem("invalid_params", { issues: [{ path, message }] })
}
