import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** The namespaces that mirror a part of `gw-ucp/v1` (spec: Endpoints), each with what it mirrors. */
export const MIRRORS = {
  checkout: ["carts", "cart-sessions", "checkout-sessions", "sessions"],
  catalog: ["catalog", "products"],
  orders: ["orders"],
}

const MIRRORED = Object.entries(MIRRORS).map(
  ([namespace, parts]) => new RegExp(`^/${namespace}/v1(?=/(?:${parts.join("|")})(?:[/?]|$))`)
)

/** The canonical address of a mirrored one, both below `/gw-ucp`; any other address as it is. */
export function canonical(url: string): string {
  return MIRRORED.reduce((address, mirrored) => address.replace(mirrored, "/v1"), url)
}

/**
 * Lets a mirrored address be answered by the canonical route. It stands before everything else below `/gw-ucp`, because
 * what comes first there answers addresses without a route.
 */
export function followMirrors(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.url = canonical(req.url)
  next()
}
