/**
 * The page to which a storefront wants the customer redirected, if it belongs to one of the store's own
 * storefronts (`storeCors`); otherwise null. Any client of the store API can write a payment session's data, so
 * other URLs are ignored.
 */
export function storefrontUrl(wanted: unknown, store_cors: string): string | null {
  if (typeof wanted !== "string" || !URL.canParse(wanted)) return null
  const url = new URL(wanted)
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  const origins = store_cors.split(",").map((origin) => origin.trim())
  return origins.includes(url.origin) ? url.href : null
}
