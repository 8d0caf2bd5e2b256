import ipaddr from "ipaddr.js"

/**
 * Whether an IP address is one of the public internet. A list of what is allowed and not of what is not: loopback,
 * private, link-local, shared, tunnelled and reserved networks are all something else.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast"
}
