import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"

/** The store's own pages that a buyer may want to read before paying (UCP: Checkout, links). */
export function linksOf(call: Call): { readonly type: string; readonly url: string }[] {
  const { links } = policyOf(call).options
  return Object.entries(links).flatMap(([type, url]) => (url ? { type, url } : []))
}
