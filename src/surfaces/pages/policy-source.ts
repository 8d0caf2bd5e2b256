/**
 * The source of a Content-Security-Policy that stands for an address: its origin, or its scheme where the origin cannot be
 * written there, as with an IPv6 address.
 */
export function policySource(address: string): string {
  const { origin, protocol, hostname } = new URL(address)
  return origin === "null" || hostname.startsWith("[") ? protocol : origin
}
