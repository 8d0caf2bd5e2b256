/**
 * The Content-Security-Policy source of a URL: its origin, or its scheme when a policy cannot contain the origin, as
 * with an IPv6 address.
 */
export function policySource(address: string): string {
  const { origin, protocol, hostname } = new URL(address)
  return origin === "null" || hostname.startsWith("[") ? protocol : origin
}
