import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"

/**
 * Of a store whose public address has a path, a client asks for `/.well-known/{document}{path}` (RFC 8414 §3.1,
 * RFC 9728 §3.1). Behind this middleware it is the same document as without the path.
 */
export function withoutBasePath(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { base_url } = req.scope.resolve<PolicyService>(POLICY_MODULE).options
  const { pathname } = new URL(base_url)
  const rest = req.url.slice(pathname.length)
  if (pathname !== "/" && req.url.startsWith(pathname) && /^([/?]|$)/.test(rest))
    req.url = rest.replace(/^(?!\/)/, "/")
  next()
}
