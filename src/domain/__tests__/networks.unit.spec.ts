import { describe, expect, it } from "vitest"
import { clientAddress, isNetwork, Networks, subscriberOf } from "../networks"

describe("allowed IP addresses [AUTH-14]", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.0/24", "203.0.113.255"],
    ["203.0.113.9/24", "203.0.113.1"],
    ["0.0.0.0/0", "198.51.100.1"],
    ["203.0.113.0/24", "::ffff:203.0.113.7"],
    ["203.0.113.0/24", "::ffff:cb00:7107"],
    ["::ffff:203.0.113.0/120", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8::/32", "2001:db8:ffff::1"],
    ["2001:db8::1", "2001:0DB8:0:0:0:0:0:1"],
    ["fe80::/10", "fe80::1%eth0"],
  ])("%s accepts %s", (network, address) => {
    expect(new Networks([network]).has(address)).toBe(true)
  })

  it.each([
    ["203.0.113.7", "203.0.113.8"],
    ["203.0.113.0/24", "203.0.114.0"],
    ["203.0.113.0/24", "::ffff:203.0.114.1"],
    ["203.0.113.128/25", "203.0.113.127"],
    ["2001:db8::/32", "2001:db9::1"],
    ["2001:db8::/32", "203.0.113.7"],
    ["203.0.113.0/24", "unknown"],
    ["203.0.113.0/24", ""],
    ["10.0.0.0/8", "10.0.0.1.example"],
  ])("%s rejects %j", (network, address) => {
    expect(new Networks([network]).has(address)).toBe(false)
  })

  it.each([
    "",
    "203.0.113",
    "203.0.113.0/33",
    "203.0.113.256",
    "010.0.0.1",
    "2001:db8::/129",
    "::ffff:1.2.3.4/95",
    "any",
    "1.2.3.4/",
    "1.2.3.4/8/8",
  ])("throws for the invalid network %j", (text) => {
    expect(isNetwork(text)).toBe(false)
    expect(() => new Networks([text])).toThrow(RangeError)
  })
})

describe("clientAddress", () => {
  const trusted = new Networks(["10.0.0.0/8", "::1"])

  it.each([
    ["the peer without a forwarded header", "203.0.113.7", undefined, "203.0.113.7"],
    ["the peer if it is not a trusted proxy", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["the address reported by a trusted proxy", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [
      "the first untrusted address from the right",
      "10.0.0.1",
      "192.0.2.1, 198.51.100.1, 10.0.0.2",
      "198.51.100.1",
    ],
    ["the left-most address if all are trusted proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["the last readable hop", "10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
    ["an address without the port that a proxy adds", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    ["an address without brackets and port", "::1", "[2001:db8::7]:443", "2001:db8::7"],
    [
      "the IPv4 address of an IPv4-mapped IPv6 address",
      "::ffff:10.0.0.1",
      "::ffff:198.51.100.1",
      "198.51.100.1",
    ],
    ["the peer for an empty header", "10.0.0.1", "", "10.0.0.1"],
  ])("returns %s", (_, peer, forwarded, address) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(address)
  })

  it("ignores the header if no proxy is trusted", () => {
    expect(clientAddress("127.0.0.1", "198.51.100.1", new Networks([]))).toBe("127.0.0.1")
  })
})

describe("the network of one subscriber", () => {
  it.each([
    ["198.51.100.7", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["64:ff9b:1:2::198.51.100.7", "64:ff9b:1:2"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["fe80::1%%eth0", "fe80:0:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["1::", "1:0:0:0"],
    ["", ""],
    ["unknown", "unknown"],
  ])("of %s is %s [HLD-03]", (address, network) => {
    expect(subscriberOf(address)).toBe(network)
  })
})
