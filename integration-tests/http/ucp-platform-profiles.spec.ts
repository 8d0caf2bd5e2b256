import type { ServerResponse } from "node:http"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { always, expectSound, WAIT_TIMEOUT } from "../support/malformed"
import { closePlatform, openPlatform } from "../support/platform"
import { type ProfileHost, profileIn } from "../support/profile-host"
import { AGREED, callUcp, refusal, ucpToken } from "../support/ucp"
import { world } from "../support/world"

const LOOKUP = "dev.ucp.shopping.catalog.lookup"

let host: ProfileHost
let token: string

beforeAll(async () => {
  ;({ host, token } = await openPlatform())
})
afterAll(() => closePlatform(host))

/** Calls the operation that returns the negotiated capabilities, as a platform with this UCP-Agent header. */
const agreedAs = (header: string) => callUcp(AGREED, token, { headers: { "ucp-agent": header } })
const agreedWith = (url: string, more = "") => agreedAs(`profile="${url}"${more}`)

describe("the header UCP-Agent", () => {
  it.each([
    "",
    "profile",
    "profile=1",
    "profile=?1",
    'profile=""',
    'profile="..."',
    'profile="/profile.json"',
    'profile="javascript:alert(1)"',
    'profile="file:///etc/passwd"',
    'profile="https://user:secret@agent.example/"',
    'profile="https://agent.example/#fragment"',
    'profile="https://agent.example/',
    'profile="https://agent.example/" junk',
    'Profile="https://agent.example/"',
    "Mozilla/5.0 (X11; Linux x86_64)",
    `profile="https://agent.example/${"a".repeat(8000)}"`,
    `${"a,".repeat(4000)}`,
    'profile=("https://agent.example/")',
    '\u00e9="https://agent.example/"',
  ])("is rejected when it is %j [UCP-06, ERR-17]", async (header) => {
    const { status, body } = await agreedAs(header)
    expect([status, body]).toMatchObject([400, refusal("invalid_profile_url", 400, body.data as object)])
  })

  it("is read or rejected, whatever it contains [UCP-06]", { timeout: WAIT_TIMEOUT }, async () => {
    const text = fc.string({ unit: "grapheme-ascii", maxLength: 200 }).map((one) => one.trim())
    const header = fc.oneof(
      text,
      text.map((one) => `profile="${one}"`),
      text.map((one) => `profile="http://127.0.0.1:9/${one}"`)
    )
    await always(header, async (one) => {
      const headers = { authorization: `Bearer ${token}`, "ucp-agent": one }
      const { status } = await expectSound(fetch(world().base_url + AGREED, { headers }), "code")
      expect([400, 424]).toContain(status)
    })
  })
})

describe("a platform's profile", () => {
  const page = (status: number, headers: Record<string, string>, body: string) =>
    host.publish((_: unknown, response: ServerResponse) => void response.writeHead(status, headers).end(body))
  const good = JSON.stringify(profileIn("2026-04-08"))

  it.each([
    ["HTML", "<!doctype html><title>Profile</title>"],
    ["nothing", ""],
    ["broken JSON", good.slice(0, -1)],
    ["null", "null"],
    ["a list", "[]"],
    ["a JSON string", '"profile"'],
    ["without its wrapper", JSON.stringify({ version: "2026-04-08", capabilities: {} })],
    ["with a list as wrapper", '{"ucp": []}'],
    ["without a version", '{"ucp": {"capabilities": {}}}'],
    ["with a number as version", '{"ucp": {"version": 20260408}}'],
    ["with a word as version", '{"ucp": {"version": "latest"}}'],
    ["with capabilities in a list", '{"ucp": {"version": "2026-04-08", "capabilities": []}}'],
    ["with null capabilities", '{"ucp": {"version": "2026-04-08", "capabilities": null}}'],
    [
      "with a capability that is not a list",
      `{"ucp": {"version": "2026-04-08", "capabilities": {"${LOOKUP}": {}}}}`,
    ],
    ["nested very deep", `{"ucp": ${"[".repeat(100_000)}`],
  ])("is rejected when it is %s [UCP-06, ERR-17]", async (_, text) => {
    const { status, body } = await agreedWith(host.publish(text))
    expect([status, body]).toEqual([422, refusal("profile_malformed", 422)])
  })

  it.each([
    ["is not there", () => page(404, {}, good), "answered 404"],
    ["fails", () => page(500, {}, good), "answered 500"],
    ["redirects", () => page(302, { location: host.publish(good) }, ""), "redirect_not_followed"],
    ["is over 256 KiB", () => host.publish(good + " ".repeat(256 * 1024)), "too_large"],
    ["never ends", () => host.publish(endless), "too_large"],
    ["hangs up", () => host.publish((_, response) => void response.destroy()), "no_answer"],
    ["says nothing", () => host.publish(() => undefined), "no_answer"],
    ["starts and then stalls", () => host.publish((_, r) => void r.writeHead(200).write("{")), "no_answer"],
    ["is on a port without a server", () => "http://127.0.0.1:9/profile.json", "no_answer"],
  ])("that %s is given up [UCP-06, ERR-17]", async (_, publish, reason) => {
    const { status, body } = await agreedWith(publish())
    expect([status, body]).toEqual([424, refusal("profile_unreachable", 424, { reason })])
  })

  it("is fetched once for 20 simultaneous calls, and cached [UCP-07]", async () => {
    const url = host.publish((_, response) => void setTimeout(() => response.end(good), 200))
    const answers = await Promise.all(Array.from({ length: 20 }, () => agreedWith(url)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await agreedWith(url)
    expect(host.requestCount(url)).toBe(1)
  })

  it("that could not be fetched is not requested again at once [UCP-07]", async () => {
    const url = page(503, {}, "")
    for (const _ of [1, 2, 3]) expect((await agreedWith(url)).status).toBe(424)
    expect(host.requestCount(url)).toBe(1)
  })

  it("is not fetched when a gate rejects the call [UCP-07]", async () => {
    const url = host.publish(good)
    const headers = { "ucp-agent": `profile="${url}"` }
    const elsewhere = await ucpToken("dev.ucp.shopping.order:read")
    expect((await callUcp(AGREED, undefined, { headers })).status).toBe(401)
    expect((await callUcp(AGREED, elsewhere, { headers })).status).toBe(403)
    expect((await callUcp("/gw-ucp/v1/nothing", token, { headers })).status).toBe(404)
    expect((await callUcp("/gw-ucp/v1/discovery", token, { headers })).status).toBe(200)
    expect(host.requestCount(url)).toBe(0)
  })

  function endless(_: unknown, response: ServerResponse): void {
    response.writeHead(200)
    const more = () => response.write(" ".repeat(64 * 1024), () => response.destroyed || setImmediate(more))
    more()
  }
})
