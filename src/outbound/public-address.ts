import ipaddr from "ipaddr.js"

/**
 * Whether an IP address is public. Only the unicast range is allowed, which excludes loopback, private, link-local,
 * shared, tunneled and reserved networks.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast"
}
