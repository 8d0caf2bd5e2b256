import { subscriberOf } from "../domain/networks"
import type { CountedUsage } from "../domain/rate-limit"
import type { Admission } from "../modules/policy/models/admission"
import { policyOf } from "./admission"
import type { Call } from "./call"
import type { AnyOperation } from "./operation"

/**
 * Whether a call may browse without a token: it sends none, the merchant allows it, and the operation is one for
 * browsing. A wrong token is never ignored, so that its client learns that it must log in again.
 */
export function isAnonymous(
  { headers }: Call,
  { allows_anonymous = false }: Pick<AnyOperation, "allows_anonymous">,
  admission: Admission
): boolean {
  return allows_anonymous && admission.allows_anonymous && headers.authorization === undefined
}

/**
 * Counts a call without a token for its caller's network. Every one counts, also those that cost a client nothing,
 * because each can make the store fetch another profile.
 */
export function countAnonymous(call: Call, { limits }: Admission): Promise<CountedUsage> {
  return policyOf(call).admissions.countAddress({ address: subscriberOf(call.ip), limits })
}
