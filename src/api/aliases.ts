import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** The namespaces that mirror parts of `gw-ucp/v1` (spec: Endpoints), and the parts that each one mirrors. */
export const MIRRORS = {
  checkout: ["carts", "cart-sessions", "checkout-sessions", "sessions"],
  catalog: ["catalog", "products"],
  orders: ["orders"],
}

const MIRRORED = Object.entries(MIRRORS).map(
  ([namespace, parts]) => new RegExp(`^/${namespace}/v1(?=/(?:${parts.join("|")})(?:[/?]|$))`)
)

/** The canonical URL of a mirrored one, both below `/gw-ucp`. Other URLs stay unchanged. */
export function canonical(url: string): string {
  return MIRRORED.reduce((address, mirrored) => address.replace(mirrored, "/v1"), url)
}

/**
 * Rewrites mirrored URLs to the canonical route. Must be the first middleware below `/gw-ucp`, because the next one
 * responds to URLs without a route.
 */
export function followMirrors(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.url = canonical(req.url)
  next()
}
