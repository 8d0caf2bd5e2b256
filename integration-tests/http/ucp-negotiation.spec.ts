import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { always, expectSound, oneMemberWrong, WAIT_TIMEOUT, wrongJson } from "../support/malformed"
import { obtainTokens, registerClient } from "../support/oauth-client"
import { closePlatform, openPlatform } from "../support/platform"
import { type ProfileHost, profileIn } from "../support/profile-host"
import { AGREED, callUcp, errorEnvelope, refusal, ucpToken } from "../support/ucp"
import { world } from "../support/world"

const SEARCH = "dev.ucp.shopping.catalog.search"
const LOOKUP = "dev.ucp.shopping.catalog.lookup"
const NEGOTIATE = "/gw-ucp/v1/negotiate"

let host: ProfileHost
let token: string

beforeAll(async () => {
  ;({ host, token } = await openPlatform())
})
afterAll(() => closePlatform(host))

/** Calls the operation that returns the negotiated capabilities, as a platform with this UCP-Agent header. */
const agreedAs = (header: string) => callUcp(AGREED, token, { headers: { "ucp-agent": header } })
const agreedWith = (url: string, more = "") => agreedAs(`profile="${url}"${more}`)

const envelope = (version: string) => ({
  ucp: { version, status: "success", capabilities: { [LOOKUP]: [{ version }] } },
})

describe("a call that does not name its platform", () => {
  it("is answered in the default version with the capabilities the operation needs [UCP-05]", async () => {
    const { status, body } = await callUcp(AGREED, token)
    expect([status, body]).toEqual([200, envelope("2026-04-08")])
  })
})

describe("a call that names its platform", () => {
  it.each(["2026-04-08", "2026-08-25"])(
    "is answered in %s when its profile has that version [UCP-05, VER-09]",
    async (version) => {
      const { status, body } = await agreedWith(host.publish(profileIn(version)))
      expect([status, body]).toEqual([200, envelope(version)])
    }
  )

  it.each([', version="2026-08-25"', '; version="2026-08-25"'])(
    "is answered in the version named next to the profile, as in %j [UCP-06]",
    async (more) => {
      const capabilities = { [LOOKUP]: [{ version: "2026-04-08" }, { version: "2026-08-25" }] }
      const url = host.publish({ ucp: { version: "2026-04-08", capabilities } })
      expect((await agreedWith(url)).body).toEqual(envelope("2026-04-08"))
      expect((await agreedWith(url, more)).body).toEqual(envelope("2026-08-25"))
      const { status, body } = await agreedWith(url, more.replace("2026-08-25", "2099-01-01"))
      expect([status, body.code]).toEqual([422, "version_unsupported"])
    }
  )

  it("gets a UCP error with status 200 when its profile lacks a capability the operation needs [UCP-05, ERR-18]", async () => {
    const others = ["2026-04-08", "2026-08-25"].map((version) => profileIn(version, [SEARCH]))
    const older = { ucp: { version: "2026-04-08", capabilities: { [LOOKUP]: [{ version: "2026-01-23" }] } } }
    for (const profile of [...others, older, { ucp: { version: "2026-04-08" } }]) {
      const { status, body } = await agreedWith(host.publish(profile))
      const { version } = (profile as { ucp: { version: string } }).ucp
      expect([status, body]).toEqual([200, errorEnvelope("capabilities_incompatible", version)])
    }
  })

  it("gets the supported versions when its version is not supported [UCP-05, ERR-17]", async () => {
    const capabilities = [{ name: LOOKUP, version: "2026-01-11" }]
    const url = host.publish({ ucp: { version: "2026-01-11", capabilities } })
    const { status, body } = await agreedWith(url)
    const supported_versions = ["2026-04-08", "2026-08-25"]
    expect([status, body]).toEqual([422, refusal("version_unsupported", 422, { supported_versions })])
  })
})

describe("POST /negotiate", () => {
  const negotiate = (body: object | string, headers: Record<string, string> = {}) =>
    callUcp(NEGOTIATE, token, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    })
  const versionsIn = (capabilities: Record<string, { version: string }[]>) =>
    Object.entries(capabilities).map(([name, [entry]]) => [name, entry?.version])

  it("agrees on everything for an empty request [UCP-03]", async () => {
    const { status, headers, body } = await negotiate({})
    const manifest = (await callUcp("/.well-known/ucp", undefined)).body.ucp as Record<string, unknown>
    const { supported_versions: _, ...declared } = manifest
    const [rest] = (manifest.services as Record<string, object[]>)["dev.ucp.shopping"] ?? []
    const ucp = { ...declared, services: { "dev.ucp.shopping": [rest] } }
    const endpoint = `${world().base_url}/gw-ucp/v1`
    expect([status, body]).toEqual([
      200,
      { ucp: { ...ucp, status: "success" }, version: "2026-04-08", transport: "rest", endpoint },
    ])
    expect(headers.get("cache-control")).toBe("no-store")
    expect((await callUcp(NEGOTIATE, token, { method: "POST" })).body).toEqual(body)
  })

  it.each([
    [["rest"], "rest"],
    [["a2a", "rest", "mcp"], "rest"],
    [["mcp", "rest"], "mcp"],
    [["a2a"], undefined],
    [["REST", "constructor"], undefined],
  ])("chooses from the transports %j: %s [UCP-03]", async (transports, transport) => {
    const { status, body } = await negotiate({ transports })
    expect(status).toBe(200)
    if (transport) expect(body).toMatchObject({ transport })
    else expect(body).toEqual(errorEnvelope("capabilities_incompatible"))
  })

  it.each([
    [{ version: "2026-04-08" }, "2026-04-08"],
    [{ version: "2026-08-25" }, "2026-08-25"],
    [{ versions: ["2026-04-08", "2026-08-25", "2099-01-01"] }, "2026-08-25"],
    [{ version: "2026-04-08", versions: ["2026-08-25"] }, "2026-04-08"],
    [{ version: "2099-01-01", versions: ["2026-01-11", "2026-04-08"] }, "2026-04-08"],
  ])("chooses from %j the version %s [UCP-03, VER-09]", async (requested, version) => {
    const { body } = await negotiate(requested)
    expect(body).toMatchObject({ version, ucp: { version } })
    for (const [, one] of versionsIn(body.ucp.capabilities)) expect(one).toBe(version)
  })

  it.each([{ version: "2026-01-11" }, { versions: ["2026-01-11", "2099-01-01"] }])(
    "rejects %j with 422 and the supported versions [UCP-03, ERR-17]",
    async (requested) => {
      const { status, body } = await negotiate(requested)
      const supported_versions = ["2026-04-08", "2026-08-25"]
      expect([status, body]).toEqual([422, refusal("version_unsupported", 422, { supported_versions })])
    }
  )

  it("agrees on the capabilities both sides have in the same version [UCP-03]", async () => {
    const at = (...versions: string[]) => versions.map((version) => ({ version }))
    const capabilities = {
      [SEARCH]: at("2026-01-23", "2026-04-08"),
      [LOOKUP]: at("2026-01-23"),
      "com.example.other": at("2026-04-08"),
    }
    const { body } = await negotiate({ capabilities })
    expect(versionsIn(body.ucp.capabilities)).toEqual([[SEARCH, "2026-04-08"]])
    const newer = await negotiate({ capabilities, versions: ["2026-04-08", "2026-08-25"] })
    expect(newer.body).toMatchObject({ version: "2026-04-08" })
  })

  it.each([{}, { [LOOKUP]: [] }, { "com.example.other": [{ version: "2026-04-08" }] }])(
    "returns a UCP error when there is nothing in common with %j [UCP-03, ERR-18]",
    async (capabilities) => {
      const { status, body } = await negotiate({ capabilities })
      expect([status, body]).toEqual([200, errorEnvelope("capabilities_incompatible")])
    }
  )

  it("takes missing members from the profile in the body or in the header [UCP-03]", async () => {
    const profile = host.publish(profileIn("2026-08-25", [LOOKUP]))
    const header = { "ucp-agent": `profile="${profile}"` }
    for (const { body } of [await negotiate({ profile }), await negotiate({}, header)])
      expect([body.version, versionsIn(body.ucp.capabilities)]).toEqual([
        "2026-08-25",
        [[LOOKUP, "2026-08-25"]],
      ])
    const said = { [SEARCH]: [{ version: "2026-08-25" }] }
    const { body } = await negotiate({ profile, capabilities: said })
    expect(versionsIn(body.ucp.capabilities)).toEqual([[SEARCH, "2026-08-25"]])
    const gone = await negotiate({ profile: "http://127.0.0.1:9/negotiated.json" })
    expect([gone.status, gone.body.code]).toEqual([424, "profile_unreachable"])
    expect((await negotiate({ profile: "profile.json" })).status).toBe(400)
  })

  it.each([
    ["broken JSON", "{"],
    ["a list", "[]"],
    ["a number as version", { version: 20260408 }],
    ["a word as version", { version: "latest" }],
    ["no versions", { versions: [] }],
    ["too many versions", { versions: Array.from({ length: 51 }, () => "2026-04-08") }],
    ["a string as transports", { transports: "rest" }],
    ["capabilities in a list", { capabilities: [] }],
    ["a capability without version", { capabilities: { [LOOKUP]: [{}] } }],
    ["a list as profile", { profile: [] }],
  ])("rejects %s with 400 [UCP-03, ERR-17]", async (_, body) => {
    const refused = await negotiate(body)
    expect([refused.status, refused.body.data]).toMatchObject([400, { status: 400 }])
    expect(refused.body).toEqual(refusal(String(refused.body.code), 400, refused.body.data as object))
  })

  it("requires a token of this surface, with any scope [UCP-03, AUTH-05]", async () => {
    const anyScope = await ucpToken("dev.ucp.shopping.order:manage")
    const a2a = (await obtainTokens(await registerClient(), "admin")).access_token
    const statusFor = async (one?: string) => (await callUcp(NEGOTIATE, one, { method: "POST" })).status
    expect([await statusFor(anyScope), await statusFor(a2a), await statusFor()]).toEqual([200, 401, 401])
  })

  it("never causes a server error, whatever the body [UCP-03]", { timeout: WAIT_TIMEOUT }, async () => {
    const valid = {
      version: "2026-04-08",
      versions: ["2026-08-25"],
      capabilities: { [LOOKUP]: [{ version: "2026-04-08" }] },
      transports: ["rest"],
    }
    const body = fc.oneof(oneMemberWrong<object>(valid, ["profile"]), wrongJson)
    await always(body, async (one) => {
      const headers = { authorization: `Bearer ${token}` }
      const init = { method: "POST", headers, body: JSON.stringify(one) ?? "" }
      await expectSound(fetch(world().base_url + NEGOTIATE, init), "code")
    })
  })
})
