import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"

/** ACP's types for the store's own pages that a buyer may want to read before paying. */
const TYPES = {
  terms_of_service: "terms_of_use",
  privacy_policy: "privacy_policy",
  refund_policy: "return_policy",
  shipping_policy: "shipping_policy",
  faq: "faq",
} as const

/** The configured pages that have a type in ACP. */
export function linksOf(call: Pick<Call, "container">): object[] {
  const { links } = policyOf(call).options
  const names = Object.keys(TYPES) as (keyof typeof TYPES)[]
  return names.flatMap((name) => (links[name] ? [{ type: TYPES[name], url: links[name] }] : []))
}
