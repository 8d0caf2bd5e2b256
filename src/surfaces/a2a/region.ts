import { type Problem, problem } from "../../domain/errors"
import { regionForPayment } from "../../queries/regions"
import type { Call } from "../call"

/** The region that takes our payments in a currency. Throws `invalid_params` where there is none. */
export async function regionOf(currency: string, call: Call): Promise<string> {
  const region = await regionForPayment(call.container, currency)
  if (region) return region
  throw refused("currency", `The store takes no card payments in ${currency}`)
}

/** Input that only the store can judge. */
export function refused(path: string, message: string): Problem {
  return problem("invalid_params", { issues: [{ path, message }] })
}
