import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { refusalOf } from "../allowed-url"
import { isMetadataAddress, isPublicAddress } from "../public-address"

const METADATA_IPV4 = ["169.254.169.254", "100.100.100.200", "168.63.129.16", "169.254.170.2", "192.0.0.192"]
const METADATA_IPV6 = ["fd00:ec2::254", "FD00:0EC2:0:0:0:0:0:254", "fd00:ec2:0::0254", "fd20:ce::254"]

/** IPv4 addresses of all kinds of networks, each kind often. */
const ipv4s = fc
  .tuple(
    fc.constantFrom(
      "8.8.0.0",
      "10.0.0.0",
      "127.0.0.0",
      "192.168.0.0",
      "169.254.0.0",
      "100.64.0.0",
      "0.0.0.0"
    ),
    fc.nat(0xffff),
    fc.oneof(fc.constant(0), fc.nat(0xffffffff))
  )
  .map(([network, host, any]) => dotted(any || numberOf(network) + host))

const numberOf = (ipv4: string) => ipv4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".")

/** The two hex groups of an IPv4 address in an IPv6 address. */
function groupsOf(ipv4: string): [string, string] {
  const n = numberOf(ipv4)
  return [(n >>> 16).toString(16), (n & 0xffff).toString(16)]
}

/** The ways to write an IPv4 address after an IPv6 prefix of 96 bits; `long` is the prefix without `::`. */
function formsOf(ipv4: string, short: string, long: string): string[] {
  const [high, low] = groupsOf(ipv4)
  const forms = [`${short}${ipv4}`, `${short}${high}:${low}`, `${long}:${high}:${low}`, `${long}:${ipv4}`]
  return forms.flatMap((form) => [form, form.toUpperCase()])
}

const compatible = (ipv4: string) => formsOf(ipv4, "::", "0:0:0:0:0:0")
const mapped = (ipv4: string) => formsOf(ipv4, "::ffff:", "0000:0:0:0:0:ffff")
const nat64 = (ipv4: string) => formsOf(ipv4, "64:ff9b::", "0064:ff9b:0:0:0:0")
const translated = (ipv4: string) => formsOf(ipv4, "::ffff:0:", "0:0:0:0:ffff:0")
const sixToFour = (ipv4: string) => [`2002:${groupsOf(ipv4).join(":")}::1`]

describe("a public address [HRD-03]", () => {
  it.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111", "64:ff9b::8.8.8.8"])("is %s", (address) => {
    expect([isPublicAddress(address), isMetadataAddress(address)]).toEqual([true, false])
  })

  it.each([
    "",
    "agent.example",
    "10.0.0.1",
    "::1",
    "::",
    "fc00::1",
    "fec0::1",
    "fe80::1%eth0",
    "4000::1",
    "::7f00:1",
    "::808:808",
    "::8.8.8.8",
    "64:ff9b::a00:1",
    "64:ff9b:1::808:808",
    "2002:808:808::1",
  ])("is not '%s'", (address) => expect(isPublicAddress(address)).toBe(false))

  it("may be an IPv4-mapped or NAT64 address exactly if its IPv4 address is public, in every form", () => {
    fc.assert(
      fc.property(ipv4s, (ipv4) => {
        const forms = [...mapped(ipv4), ...nat64(ipv4)]
        expect(forms.map(isPublicAddress)).toEqual(forms.map(() => isPublicAddress(ipv4)))
      })
    )
  })

  it("is never an IPv4-compatible, translated or 6to4 address, in any form", () => {
    fc.assert(
      fc.property(ipv4s, (ipv4) => {
        const forms = [...compatible(ipv4), ...translated(ipv4), ...sixToFour(ipv4)]
        expect(forms.filter(isPublicAddress)).toEqual([])
      })
    )
  })
})

describe("a metadata service [HRD-03]", () => {
  it.each(METADATA_IPV6)("has the address %s", (address) => {
    expect([isMetadataAddress(address), isPublicAddress(address)]).toEqual([true, false])
  })

  it.each(METADATA_IPV4)("has the address %s, and every IPv6 address that contains it", (ipv4) => {
    const inIpv6 = [compatible, mapped, nat64, translated, sixToFour].flatMap((form) => form(ipv4))
    const local = formsOf(ipv4, "64:ff9b:1::", "64:ff9b:1:0:0:0")
    for (const address of [ipv4, ...inIpv6, ...local])
      expect([address, isMetadataAddress(address), isPublicAddress(address)]).toEqual([address, true, false])
  })

  it("has no other IPv4 address", () => {
    fc.assert(
      fc.property(ipv4s, (ipv4) => {
        const known = METADATA_IPV4.includes(ipv4) || ipv4 === "169.254.170.23"
        const forms = [ipv4, ...mapped(ipv4), ...compatible(ipv4)]
        expect(forms.map(isMetadataAddress)).toEqual(forms.map(() => known))
      })
    )
  })

  it.each(METADATA_IPV4)(
    "cannot be registered by any form of %s, even with private networks allowed",
    (ipv4) => {
      const n = numberOf(ipv4)
      const hosts = [ipv4, `${ipv4}.`, String(n), `0x${n.toString(16)}`, `0${n.toString(8)}`]
      const inBrackets = [...mapped(ipv4), ...compatible(ipv4), ...nat64(ipv4)].map((form) => `[${form}]`)
      for (const host of [...hosts, ...inBrackets])
        for (const private_networks of [true, false])
          expect([host, refusalOf(`https://${host}/`, private_networks)]).toEqual([
            host,
            "must not be the metadata service of a cloud",
          ])
      expect(refusalOf("http://10.0.0.1/", true)).toBeUndefined()
    }
  )
})
