import { isIPv6 } from "node:net"

/**
 * The network whose attempts are counted together: an IPv4 address, or the /64 prefix of an IPv6 address, because one
 * caller usually controls all of it. An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%")
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (ipv4 !== undefined) return ipv4
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, 4).join(":")}::/64` : bare
}

/**
 * The eight groups of an IPv6 address, with `::` expanded. An embedded IPv4 notation would be in the last groups, which
 * a /64 does not include.
 */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::")
  const groups = (text: string) => text.split(":").filter(Boolean)
  if (tail === undefined) return groups(head).map(unpadded)
  const missing = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)].map(unpadded)
}

const unpadded = (group: string) => group.replace(/^0+(?=.)/, "")
