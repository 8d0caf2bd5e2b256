import ipaddr from "ipaddr.js"

/**
 * The IPv6 networks whose last 32 bits are an IPv4 address: IPv4-compatible and IPv4-mapped (RFC 4291 §2.5.5),
 * translated (RFC 2765 §2.1), NAT64 (RFC 6052 §2.1), and local NAT64 (RFC 8215).
 */
const EMBEDDING = networks("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")

/** Those of them from which the store can reach a public IPv4 address. */
const REACHABLE = networks("::ffff:0:0/96", "64:ff9b::/96")

const GLOBAL_UNICAST = networks("2000::/3")

/** Bits 16 to 47 are an IPv4 address (RFC 3056). */
const SIX_TO_FOUR = networks("2002::/16")

/**
 * The addresses at which clouds give a server its own credentials and settings: AWS, Google, Azure, Oracle,
 * DigitalOcean and others at the first one, then containers at AWS, Azure, Alibaba, Oracle, and IPv6 at AWS and Google.
 */
const METADATA = [
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
].map((address) => ipaddr.parse(address).toNormalizedString())

/**
 * Whether an IP address is public. Only global unicast is allowed, which excludes loopback, private, link-local, shared,
 * tunneled and reserved networks, and of it no metadata service of a cloud. An IPv4 address in an IPv6 address counts as
 * the IPv4 address; an IPv4-compatible address is never public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (!parsed || isMetadataAddress(address)) return false
  const ipv4 = isIn(parsed, REACHABLE) ? lastBits(parsed) : parsed
  return ipv4.range() === "unicast" && (ipv4.kind() === "ipv4" || isIn(ipv4, GLOBAL_UNICAST))
}

/** Whether an IP address, or an IPv4 address in it, is the metadata service of a cloud. */
export function isMetadataAddress(address: string): boolean {
  const parsed = parse(address)
  if (!parsed) return false
  return [parsed, ...embeddedIn(parsed)].some((one) => METADATA.includes(one.toNormalizedString()))
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Undefined if it is not an IP address. The library reads `::1.2.3.4` as `::ffff:1.2.3.4`, so it gets only hex groups. */
function parse(address: string): Address | undefined {
  const groups = address.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)(?=%|$)/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  return ipaddr.isValid(groups) ? ipaddr.parse(groups) : undefined
}

function embeddedIn(address: Address): ipaddr.IPv4[] {
  if (isIn(address, EMBEDDING)) return [lastBits(address)]
  return isIn(address, SIX_TO_FOUR) ? [new ipaddr.IPv4(address.toByteArray().slice(2, 6))] : []
}

const lastBits = (address: Address): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(-4))

const isIn = (address: Address, ranges: readonly Network[]): boolean =>
  ranges.some(([network, bits]) => address.kind() === "ipv6" && address.match(network, bits))

type Network = readonly [ipaddr.IPv6, number]

function networks(...ranges: string[]): Network[] {
  return ranges.map((range) => {
    const [address = "", bits] = range.split("/")
    return [ipaddr.IPv6.parse(address), Number(bits)]
  })
}
