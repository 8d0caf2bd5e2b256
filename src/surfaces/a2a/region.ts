import { type Problem, problem } from "../../domain/errors"
import { type AmountPlace, amountPlaceFor, regionForPayment } from "../../queries/catalog/regions"
import type { Call } from "../../gateway/call"

/** The region in which the bank accepts payments in a currency. Throws `invalid_params` when there is none. */
export async function regionOf(currency: string, call: Call): Promise<string> {
  const region = await regionForPayment(call.container, currency)
  if (region) return region
  throw notAccepted(currency)
}

/**
 * The region in which the store accepts payments in a currency, and the payment route there. Throws `invalid_params` when
 * there is none.
 */
export async function regionAndRouteFor(currency: string, call: Call): Promise<AmountPlace> {
  const place = await amountPlaceFor(call.container, currency)
  if (place) return place
  throw notAccepted(currency)
}

const notAccepted = (currency: string) =>
  refused("currency", `The store does not accept card payments in ${currency}`)

/** The error for input that only the store can validate. */
export function refused(path: string, message: string): Problem {
  return problem("invalid_params", { issues: [{ path, message }] })
}
