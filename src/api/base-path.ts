import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"

/**
 * For a store whose public URL has a path, clients request `/.well-known/{document}{path}` (RFC 8414 §3.1, RFC 9728
 * §3.1). This middleware removes the path, so that the same document is served.
 */
export function withoutBasePath(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { base_url } = req.scope.resolve<PolicyService>(POLICY_MODULE).options
  const { pathname } = new URL(base_url)
  const rest = req.url.slice(pathname.length)
  if (pathname !== "/" && req.url.startsWith(pathname) && /^([/?]|$)/.test(rest))
    req.url = rest.replace(/^(?!\/)/, "/")
  next()
}
