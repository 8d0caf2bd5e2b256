import { describe, expect, it } from "vitest"
import { clientAddress, isNetwork, Networks } from "../networks"

describe("an IP whitelist [AUTH-14]", () => {
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
  ])("%s refuses %j", (network, address) => {
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
  ])("cannot hold %j", (text) => {
    expect(isNetwork(text)).toBe(false)
    expect(() => new Networks([text])).toThrow(RangeError)
  })
})

describe("the true address of a client", () => {
  const trusted = new Networks(["10.0.0.0/8", "::1"])

  it.each([
    ["the peer, when nobody says anything", "203.0.113.7", undefined, "203.0.113.7"],
    ["the peer, whatever a stranger says", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["what a trusted proxy says", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["the first stranger from the right", "10.0.0.1", "192.0.2.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["the left-most of nothing but proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["the last hop that can be read", "10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
    ["without the port a proxy adds", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    ["without brackets and port", "::1", "[2001:db8::7]:443", "2001:db8::7"],
    ["IPv4, where the socket speaks IPv6", "::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    ["the peer, of an empty header", "10.0.0.1", "", "10.0.0.1"],
  ])("is %s", (_, peer, forwarded, address) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(address)
  })

  it("is never what a header says, when no proxy is trusted", () => {
    expect(clientAddress("127.0.0.1", "198.51.100.1", new Networks([]))).toBe("127.0.0.1")
  })
})
