import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { request } from "undici"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { guardedAgent, PRIVATE_TOO } from "../guarded-agent"
import type { Lookup } from "../lookup"

let inside: Server
let port: number
let reached = 0
beforeAll(async () => {
  inside = createServer((_, response) => {
    reached++
    response.end("secret")
  })
  await new Promise<void>((resolve) => inside.listen(0, resolve))
  port = (inside.address() as AddressInfo).port
})
afterAll(() => void inside.close())

/** A lookup that returns these answers one after the other. */
function resolver(...answers: string[][]): Lookup {
  return async () => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0]
    return (addresses ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
  }
}

/** A lookup whose address changes when it is read a second time. */
function changing(first: string, then: string): Lookup {
  const reads = [first]
  const address = () => reads.shift() ?? then
  return async () => [Object.defineProperty({ address: first, family: 4 }, "address", { get: address })]
}

const LITERALS = [
  "127.0.0.1",
  "[::1]",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "0",
  "0.0.0.0",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::]",
  "[::7f00:1]",
  "168.63.129.16",
  "169.254.169.254",
  "10.0.0.1",
  "100.64.0.1",
  "[fd00::1]",
]

describe("the guarded agent [A2A-59, EVT-15]", () => {
  it.each(LITERALS)("does not connect to %s", async (host) => {
    const response = request(`http://${host}:${port}/`, { dispatcher: guardedAgent() })
    await expect(response).rejects.toThrow("address not allowed")
    expect(reached).toBe(0)
  })

  it("does not connect to localhost", async () => {
    const response = request(`http://localhost:${port}/`, { dispatcher: guardedAgent() })
    await expect(response).rejects.toThrow("address not allowed: localhost")
  })

  it.each([
    ["resolves to a private address", resolver(["127.0.0.1"])],
    ["resolves to a public and a private address", resolver(["93.184.216.34", "127.0.0.1"])],
    ["resolves to a private IPv6 address", resolver(["::1"])],
    ["resolves to the cloud's metadata service", resolver(["169.254.169.254"])],
    ["resolves to no address", resolver([])],
  ])("rejects a name that %s, before it connects to any of its addresses", async (_, lookup) => {
    const response = request(`http://agent.example:${port}/`, { dispatcher: guardedAgent(lookup) })
    await expect(response).rejects.toThrow("address not allowed: agent.example")
    expect(reached).toBe(0)
  })

  it("checks the address that it connects to, and not one from an earlier lookup", async () => {
    const dispatcher = guardedAgent(resolver(["93.184.216.34"], ["127.0.0.1"]))
    const signal = AbortSignal.timeout(300)
    await request(`http://agent.example:${port}/`, { dispatcher, signal }).catch(() => undefined)
    const again = request(`http://agent.example:${port}/`, { dispatcher })
    await expect(again).rejects.toThrow("address not allowed")
    expect(reached).toBe(0)
  })

  it("checks the address of the connection itself, whatever the lookup returned", async () => {
    const dispatcher = guardedAgent(changing("93.184.216.34", "127.0.0.1"))
    const response = request(`http://agent.example:${port}/`, { dispatcher })
    await expect(response).rejects.toThrow("address not allowed: 127.0.0.1")
    expect(reached).toBe(0)
  })

  it("an unguarded request reaches the server", async () => {
    await (await request(`http://127.0.0.1:${port}/`)).body.dump()
    expect(reached).toBe(1)
    reached = 0
  })
})

describe("the guarded agent of a store that allows private networks [HRD-03]", () => {
  const toName = (...addresses: string[]) =>
    request(`http://metadata.google.internal:${port}/`, {
      dispatcher: guardedAgent(resolver(addresses), PRIVATE_TOO),
    })

  it.each(["169.254.169.254", "0xa9fea9fe", "168.63.129.16", "[fd00:ec2::254]", "[::ffff:a9fe:a9fe]"])(
    "does not connect to the metadata service at %s",
    async (host) => {
      const dispatcher = guardedAgent(resolver([]), PRIVATE_TOO)
      const response = request(`http://${host}/`, { dispatcher })
      await expect(response).rejects.toThrow("address not allowed")
    }
  )

  it("rejects a name by the address to which it resolves", async () => {
    for (const address of ["169.254.169.254", "100.100.100.200", "64:ff9b::a9fe:a9fe", "fd20:ce::254"])
      await expect(toName(address)).rejects.toThrow("address not allowed: metadata.google.internal")
    await expect(toName("127.0.0.1", "169.254.169.254")).rejects.toThrow("address not allowed")
    expect(reached).toBe(0)
  })

  it("connects to other private addresses, by name and by address", async () => {
    await (await toName("127.0.0.1")).body.dump()
    const dispatcher = guardedAgent(resolver([]), PRIVATE_TOO)
    await (await request(`http://127.0.0.1:${port}/`, { dispatcher })).body.dump()
    expect(reached).toBe(2)
    reached = 0
  })
})
