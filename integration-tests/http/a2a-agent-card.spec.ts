import { describe, expect, it } from "vitest"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const card = (headers: Record<string, string> = {}) =>
  fetch(`${world().base_url}/.well-known/agent-card.json`, { headers })

describe("the public Agent Card", () => {
  it("needs no token and is there while the surface is off [A2A-01, AUTH-03, SRV-16]", async () => {
    await switchSurfaces({ a2a_enabled: false })
    expect((await card()).status).toBe(200)
    await switchSurfaces({ a2a_enabled: true })
    expect((await card()).status).toBe(200)
  })

  it("names the endpoint, the authorization server and the skills with their scopes [A2A-04, A2A-05, VER-01]", async () => {
    const body = (await (await card({ "a2a-version": "1.0" })).json()) as {
      supportedInterfaces: { url: string }[]
      securitySchemes: { oauth2: { oauth2SecurityScheme: { oauth2MetadataUrl: string } } }
      skills: { id: string; securityRequirements: { schemes: { oauth2: { list: string[] } } }[] }[]
    }
    expect(body.supportedInterfaces[0]?.url).toBe(`${world().base_url}/gw-a2a/v1/rpc`)
    expect(body.securitySchemes.oauth2.oauth2SecurityScheme.oauth2MetadataUrl).toBe(
      `${world().base_url}/.well-known/oauth-authorization-server`
    )
    const scopes = body.skills.map(({ id, securityRequirements: [needed] }) => [
      id,
      needed?.schemes.oauth2.list,
    ])
    expect(Object.fromEntries(scopes)).toMatchObject({
      query_payment_status: ["a2a:payments:read"],
      list_payments: ["a2a:payments:read"],
      create_payment: ["a2a:payments:create"],
      capture_payment: ["a2a:payments:capture"],
      refund_payment: ["a2a:payments:refund"],
      tokenize_card: ["a2a:payments:tokenize"],
      recurrent_charge: ["a2a:payments:tokenize"],
    })
  })

  it("is cacheable for 300 seconds and answers 304 to its ETag [A2A-02, A2A-03]", async () => {
    const { headers } = await card()
    expect(headers.get("cache-control")).toBe("public, max-age=300")
    const etag = headers.get("etag") ?? ""
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
      expect((await card({ "if-none-match": known })).status).toBe(304)
    expect((await card({ "if-none-match": '"other"' })).status).toBe(200)
  })

  it("takes no address from the Host header", async () => {
    const response = await card({ host: "evil.example", "x-forwarded-host": "evil.example" })
    expect(await response.text()).not.toContain("evil.example")
  })

  it("may be read by a web page of any origin [A2A-07]", async () => {
    expect(
      (await card({ origin: "https://anywhere.example" })).headers.get("access-control-allow-origin")
    ).toBe("*")
  })
})
