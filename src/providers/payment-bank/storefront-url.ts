/**
 * The page a storefront asked the shopper to be sent back to, when it lies on one of the store's own storefronts
 * (`storeCors`); otherwise null. A payment session's data can be written by anybody, so no other address is followed.
 */
export function storefrontUrl(wanted: unknown, store_cors: string): string | null {
  if (typeof wanted !== "string" || !URL.canParse(wanted)) return null
  const url = new URL(wanted)
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  const origins = store_cors.split(",").map((origin) => origin.trim())
  return origins.includes(url.origin) ? url.href : null
}
