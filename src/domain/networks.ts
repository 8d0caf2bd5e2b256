import { BlockList, isIP } from "node:net"

/** An IP address in normalized form: lowercase, shortest notation, an IPv4-mapped IPv6 address as IPv4. */
interface Address {
  readonly text: string
  readonly family: "ipv4" | "ipv6"
}

/** A set of IPv4 and IPv6 networks in CIDR notation. A single address counts as a network. */
export class Networks {
  private readonly list = new BlockList()

  /** Throws RangeError for an invalid network. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const parsed = parseNetwork(network)
      if (!parsed) throw new RangeError(`${network} is not an IP address or a network such as 203.0.113.0/24`)
      this.list.addSubnet(parsed.text, parsed.prefix, parsed.family)
    }
  }

  /** Returns a cached instance, because a merchant's list is checked on every call. */
  static of(networks: readonly string[]): Networks {
    const text = networks.join()
    const parsed = known.get(text) ?? new Networks(networks)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(text, parsed)
    return parsed
  }

  /** Whether the address is in one of the networks. False for an invalid address. */
  has(address: string): boolean {
    const parsed = parseAddress(address)
    return parsed !== undefined && this.list.check(parsed.text, parsed.family)
  }
}

const MOST_KNOWN = 1000
const known = new Map<string, Networks>()

/** Whether a text is an IP address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined
}

/**
 * The IP address of the client behind proxies. Reads `X-Forwarded-For` from the right and stops at the first
 * address that is not a trusted proxy, because anything further left can be forged.
 */
export function clientAddress(peer: string, forwarded: string | undefined, trusted: Networks): string {
  let address = parseAddress(peer)?.text ?? peer
  for (const hop of (forwarded ?? "").split(",").reverse()) {
    const before = parseAddress(hop.trim())
    if (!before || !trusted.has(address)) break
    address = before.text
  }
  return address
}

function parseNetwork(text: string): (Address & { prefix: number }) | undefined {
  const [, host = "", length] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const address = parseAddress(host)
  if (!address) return undefined
  const bits = address.family === "ipv4" ? 32 : 128
  const isMapped = bits === 32 && host.includes(":")
  const prefix = length === undefined ? bits : Number(length) - (isMapped ? 96 : 0)
  return prefix >= 0 && prefix <= bits ? { ...address, prefix } : undefined
}

/**
 * The network of one subscriber that contains an address, by which callers are counted: the IPv4 address itself, also of
 * an IPv4-mapped IPv6 address, or the first four groups of an IPv6 address, because a subscriber can use every address
 * of a network of 64 bits. Other text is returned unchanged.
 */
export function subscriberOf(address: string): string {
  const { text = address, family } = parseAddress(address) ?? {}
  if (family !== "ipv6") return text
  const [groups = [], rest = []] = text.split("::").map((part) => part.split(":").filter(Boolean))
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => "0")
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":")
}

/** Proxies may add a port and brackets to an address, and sockets may add a zone. */
function parseAddress(text: string): Address | undefined {
  const [, host = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const [plain = ""] = host.split("%")
  if (isIP(plain) === 4) return { text: plain, family: "ipv4" }
  if (isIP(plain) !== 6) return undefined
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  return unmapped(short) ?? { text: short, family: "ipv6" }
}

/** The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2). */
function unmapped(short: string): Address | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return undefined
  const bytes = [high, low].flatMap((word) => [parseInt(word, 16) >> 8, parseInt(word, 16) & 255])
  return { text: bytes.join("."), family: "ipv4" }
}
