import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Lookup } from "../lookup"
import { poster } from "../post"

let server: Server
let connections = 0
let closed: Promise<void>
const answers = new Map<string, RequestListener>()

beforeAll(async () => {
  server = createServer((request, response) => {
    closed = new Promise((resolve) => response.on("close", () => resolve()))
    const answer = answers.get(request.url ?? "")
    if (answer) answer(request, response)
    else response.end("ok")
  }).on("connection", () => connections++)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const inside: Lookup = async () => [{ address: "127.0.0.1", family: 4 }]
const post = poster({ lookup: inside, answer_ms: 30_000 })
/** For receivers that never finish their answer. */
const shortTimeoutPost = poster({ lookup: inside, answer_ms: 300 })
const port = () => (server.address() as AddressInfo).port
const messageTo = (url: string) => ({ url, headers: { "content-type": "text/plain" }, body: "hello" })
const own = (path: string) => messageTo(`http://127.0.0.1:${port()}${path}`)

/** Posts to a path whose response has this status and these headers. */
function answered(path: string, status: number, headers: Record<string, string> = {}) {
  answers.set(path, (_, response) => void response.writeHead(status, headers).end())
  return post(own(path), true)
}

describe("a message to a client's URL [A2A-59, EVT-15]", () => {
  it("is not sent to a private address behind a host name", async () => {
    const receipt = await post(messageTo(`https://agent.example:${port()}/`), false)
    expect(receipt).toEqual({ ok: false, error: "address not allowed: agent.example" })
    expect(connections).toBe(0)
  })

  it("is not sent to a URL that is not allowed", async () => {
    const { ok } = await post(own("/"), false)
    expect([ok, connections]).toEqual([false, 0])
  })

  it("is sent to a private address where that is allowed", async () => {
    expect(await post(own("/"), true)).toMatchObject({ ok: true, status: 200 })
    expect(connections).toBe(1)
  })

  it("is not sent to the metadata service of a cloud, even where private addresses are allowed [HRD-03]", async () => {
    const { ok } = await post(messageTo("http://169.254.169.254/latest/"), true)
    expect(ok).toBe(false)
  })

  it("does not follow a redirect", async () => {
    const receipt = await answered("/away", 307, { location: "/elsewhere" })
    expect(receipt).toEqual({ ok: false, status: 307, response: "", error: "redirect_not_followed" })
  })
})

describe("the response to a message", () => {
  it("is not read to the end when it is endless", async () => {
    answers.set("/endless", (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(1024)));
      }
      response.on("drain", more)
      more()
    })
    expect(await post(own("/endless"), true)).toMatchObject({ ok: true, status: 200 })
    await closed
  })

  it.each([
    ["is read completely up to 64 kB, so that the connection stays open", 64 * 1024, true],
    ["is abandoned beyond 64 kB, and its connection is closed", 64 * 1024 + 1, false],
  ])("%s", async (_, length, isKept) => {
    let ended: Promise<false> | undefined
    answers.set("/long", ({ socket }, response) => {
      ended = new Promise((resolve) => socket.once("close", () => resolve(false)))
      response.end("x".repeat(length))
    })
    expect(await post(own("/long"), true)).toEqual({ ok: true, status: 200, response: "x".repeat(1000) })
    expect(await Promise.race([ended, sleep(isKept ? 300 : 30_000, true, { ref: false })])).toBe(isKept)
  })

  it("is returned as its first thousand characters, without characters that the database cannot store", async () => {
    const answer = Buffer.concat([Buffer.from("\0é😀".repeat(400)), Buffer.from([0xff])])
    answers.set("/", (_, response) => void response.writeHead(500).end(answer))
    const { response } = (await post(own("/"), true)) as { response: string }
    expect(response).toBe(`${"\ufffdé😀".repeat(333)}\ufffd`)
    answers.set("/", (_, response) => void response.end(Buffer.from([0x6f, 0xff])))
    expect(await post(own("/"), true)).toMatchObject({ response: "o\ufffd" })
  })

  it.each(["/silent", "/unfinished"])("is awaited only until the timeout (%s)", async (path) => {
    answers.set("/silent", () => undefined)
    answers.set("/unfinished", (_, response) => void response.writeHead(200).write("o"))
    expect(await shortTimeoutPost(own(path), true)).toMatchObject({
      ok: false,
      error: expect.stringContaining("timeout"),
    })
    await closed
  })

  it("may request a pause by Retry-After, in seconds or as a date", async () => {
    expect(await answered("/busy", 503, { "retry-after": "120" })).toEqual({
      ok: false,
      status: 503,
      response: "",
      error: "answered 503",
      retry_after_seconds: 120,
    })
    const soon = new Date(Date.now() + 60_000).toUTCString()
    const until = await answered("/later", 429, { "retry-after": soon })
    expect(until).toHaveProperty(
      "retry_after_seconds",
      expect.toSatisfy((pause) => Number(pause) > 0 && Number(pause) <= 60)
    )
  })

  it.each(["", "-5", "soon", "1.5", new Date(0).toUTCString()])(
    "requests no pause by an invalid Retry-After of %j",
    async (wish) => {
      const receipt = await answered("/wish", 500, { "retry-after": wish })
      expect(receipt).toEqual({ ok: false, status: 500, response: "", error: "answered 500" })
    }
  )

  it("is missing when no server listens", async () => {
    expect(await post(messageTo("http://127.0.0.1:9/"), true)).toMatchObject({ ok: false })
  })
})
