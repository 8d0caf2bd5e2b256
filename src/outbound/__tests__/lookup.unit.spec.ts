import { createSocket } from "node:dgram"
import { lookup as systemLookup, Resolver } from "node:dns/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lookupByResolver } from "../lookup"

/** A resolver with these answers; undefined means that there are no addresses of this kind. */
function answering(four?: string[], six?: string[]): Resolver {
  const answer = async (addresses?: string[]) => addresses ?? Promise.reject(new Error("ENODATA"))
  return { resolve4: () => answer(four), resolve6: () => answer(six) } as unknown as Resolver
}

describe("lookupByResolver", () => {
  it.each([
    ["of both kinds", answering(["192.0.2.1"], ["2001:db8::1"]), ["192.0.2.1", "2001:db8::1"]],
    ["of IPv4 alone", answering(["192.0.2.1", "192.0.2.2"]), ["192.0.2.1", "192.0.2.2"]],
    ["of IPv6 alone", answering(undefined, ["2001:db8::1"]), ["2001:db8::1"]],
  ])("finds addresses %s", async (_, resolver, expected) => {
    const found = await lookupByResolver(resolver)("agent.example")
    expect(found.map(({ address }) => address)).toEqual(expected)
    expect(found.every(({ address, family }) => (family === 6) === address.includes(":"))).toBe(true)
  })

  it("fails when there is no address", async () => {
    await expect(lookupByResolver(answering())("agent.example")).rejects.toThrow("ENODATA")
  })

  describe("while no name server answers", () => {
    const silent = createSocket("udp4")
    const resolver = new Resolver({ timeout: 200, tries: 1 })
    beforeAll(async () => {
      await new Promise<void>((resolve) => silent.bind(0, "127.0.0.1", resolve))
      resolver.setServers([`127.0.0.1:${silent.address().port}`])
    })
    afterAll(() => void silent.close())

    it("gives up, and does not delay other lookups", async () => {
      const stalled = Array.from({ length: 50 }, (_, n) => lookupByResolver(resolver)(`agent${n}.example`))
      const first = await Promise.race([
        systemLookup("localhost"),
        ...stalled.map((one) => one.catch(() => "stalled")),
      ])
      expect(first).toHaveProperty("address")
      for (const { status } of await Promise.allSettled(stalled)) expect(status).toBe("rejected")
    })
  })
})
