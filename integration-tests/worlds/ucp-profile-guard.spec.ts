import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OAuthBrowser } from "../support/oauth-browser"
import { authorizeUrl, newPkce, switchSurfaces } from "../support/oauth-client"
import { ProfileHost, profileIn } from "../support/profile-host"
import { inOwnWorld } from "../support/own-world"
import { newEncryptionKey } from "../support/store-keys"
import { AGREED, callUcp, refusal, ucpToken } from "../support/ucp"

const GW_ENCRYPTION_KEY = newEncryptionKey()
const LOOKUP = "dev.ucp.shopping.catalog.lookup"

const INSIDE = [
  "http://127.0.0.1:9/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://localhost/",
  "https://2130706433/",
  "https://db.internal/",
  "https://169.254.169.254/latest/",
]

/** Platform profiles in stores with other options than the stores of the other tests. */
describe("a store", () => {
  const running = inOwnWorld()
  let host: ProfileHost
  let token: string

  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    host = await ProfileHost.listen()
    token = await ucpToken()
  })

  afterAll(async () => {
    host?.close()
  })

  const agreed = (url: string, base_url?: string) =>
    callUcp(AGREED, token, { headers: { "ucp-agent": `profile="${url}"` }, base_url })

  const envelope = (version: string) => ({
    ucp: { version, status: "success", capabilities: { [LOOKUP]: [{ version }] } },
  })

  async function expectGuarded(base_url?: string): Promise<void> {
    const url = host.publish(profileIn("2026-04-08"))
    for (const inside of [...INSIDE, url, url.replace("http:", "https:")]) {
      const { status, body } = await agreed(inside, base_url)
      expect([inside, status, body]).toEqual([
        inside,
        400,
        refusal("invalid_profile_url", 400, { reason: expect.any(String) as string }),
      ])
    }
    expect(host.requestCount(url)).toBe(0)
  }

  it("fetches no profile from an address inside its own network [UCP-06]", () => expectGuarded())

  it("fetches no client's metadata document from there either [MCP-36]", async () => {
    const url = host.publish((_, response) => {
      const document = { client_id: url, redirect_uris: ["https://agent.example/callback"] }
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document))
    })
    for (const client_id of [`${INSIDE[1]}client.json`, `${INSIDE[4]}client.json`, INSIDE[6], url]) {
      const page = await new OAuthBrowser().open(
        authorizeUrl({ client_id: String(client_id) }, newPkce().challenge)
      )
      expect([client_id, page.status, page.location]).toEqual([client_id, 400, undefined])
    }
    expect(host.requestCount(url)).toBe(0)
  })

  it("fetches none in production either, even with development options [UCP-06]", async () => {
    const env = { NODE_ENV: "production", GW_ENCRYPTION_KEY, GW_ALLOW_PRIVATE_NETWORKS: "true" }
    await expectGuarded(await running().startSecondStore(env))
  })

  describe("with lenient negotiation", () => {
    let lenient: string
    beforeAll(async () => {
      lenient = await running().startSecondStore({
        GW_UCP_NEGOTIATION: "lenient",
        GW_ALLOW_PRIVATE_NETWORKS: "true",
      })
    })

    it.each([
      ["cannot be fetched", () => "http://127.0.0.1:9/profile.json"],
      ["is not JSON", () => host.publish("<!doctype html>")],
      ["has no valid address", () => "..."],
      ["lacks what the operation needs", () => host.publish(profileIn("2026-04-08", ["com.example.other"]))],
    ])("offers everything to a platform whose profile %s [UCP-08]", async (_, publish) => {
      const { status, body } = await agreed(publish(), lenient)
      expect([status, body]).toEqual([200, envelope("2026-04-08")])
    })

    it("agrees on everything with a platform that has nothing in common with it [UCP-08]", async () => {
      const body = JSON.stringify({ capabilities: {} })
      const negotiated = await callUcp("/gw-ucp/v1/negotiate", token, {
        method: "POST",
        body,
        base_url: lenient,
      })
      expect(negotiated).toMatchObject({
        status: 200,
        body: { transport: "rest", ucp: { status: "success" } },
      })
      expect(Object.keys(negotiated.body.ucp.capabilities)).toContain(LOOKUP)
    })

    it("answers in the profile's version if it is supported, otherwise with an error [UCP-08]", async () => {
      const newer = host.publish(profileIn("2026-08-25", []))
      expect((await agreed(newer, lenient)).body).toEqual(envelope("2026-08-25"))
      const older = host.publish(profileIn("2026-01-11"))
      expect(await agreed(older, lenient)).toMatchObject({
        status: 422,
        body: { code: "version_unsupported" },
      })
    })
  })
})
