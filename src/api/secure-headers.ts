import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** One year, in seconds. */
const HSTS_SECONDS = 31_536_000

/**
 * Sets the headers of every response: browsers do not guess its type, it does not name the server's software, and in
 * production a browser that has used HTTPS once uses only HTTPS for this host (RFC 6797). The last one is not sent over
 * HTTP (§7.2); behind a proxy, `X-Forwarded-Proto` decides which one the client uses.
 */
export function secureHeaders(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.removeHeader("X-Powered-By")
  res.setHeader("X-Content-Type-Options", "nosniff")
  if (process.env.NODE_ENV === "production" && req.secure)
    res.setHeader("Strict-Transport-Security", `max-age=${HSTS_SECONDS}`)
  next()
}
