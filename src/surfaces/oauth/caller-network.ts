import { isIPv6 } from "node:net"

/**
 * Whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 address, which one caller has all to
 * itself. An IPv4 address that came in over an IPv6 socket is an IPv4 address.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%")
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, 4).join(":")}::/64` : bare
}

/** The groups before a `::` are the first ones; a /64 ends before the place where an IPv4 notation could stand. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::")
  const groups = (text: string) => text.split(":").filter(Boolean)
  if (tail === undefined) return groups(head).map(unpadded)
  const missing = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)].map(unpadded)
}

const unpadded = (group: string) => group.replace(/^0+(?=.)/, "")
