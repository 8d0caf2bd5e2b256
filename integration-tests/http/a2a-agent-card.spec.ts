import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk"
import Ajv2020 from "ajv/dist/2020"
import type { JWK } from "jose"
import { describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { nameStore } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller } from "../support/official"
import { STOREFRONT_PAGES } from "../support/store-keys"
import { world } from "../support/world"

const card = (headers: Record<string, string> = {}) =>
  fetch(`${world().base_url}/.well-known/agent-card.json`, { headers })

describe("the public Agent Card", () => {
  it("needs no token and is served while the A2A surface is off [A2A-01, AUTH-03, SRV-16]", async () => {
    await switchSurfaces({ a2a_enabled: false })
    expect((await card()).status).toBe(200)
    await switchSurfaces({ a2a_enabled: true })
    expect((await card()).status).toBe(200)
  })

  it("lists the endpoint, the authorization server and the skills with their scopes [A2A-04, A2A-05, VER-01]", async () => {
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

  it("may be cached for 300 seconds, and a request with its ETag gets a 304 [A2A-02, A2A-03]", async () => {
    const { headers } = await card()
    expect(headers.get("cache-control")).toBe("public, max-age=300")
    const etag = headers.get("etag") ?? ""
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
      expect((await card({ "if-none-match": known })).status).toBe(304)
    expect((await card({ "if-none-match": '"other"' })).status).toBe(200)
  })

  it("does not use the Host header in any address", async () => {
    const response = await card({ host: "evil.example", "x-forwarded-host": "evil.example" })
    expect(await response.text()).not.toContain("evil.example")
  })

  it("may be read by a web page of any origin [A2A-07]", async () => {
    expect(
      (await card({ origin: "https://anywhere.example" })).headers.get("access-control-allow-origin")
    ).toBe("*")
  })
})

describe("the identity on the Agent Card", () => {
  it.each(["1.0", "0.3"])(
    "of %s is the store's, and follows its name in Medusa [OFC-06]",
    async (version) => {
      const known = await nameStore("Lamps & Shades")
      try {
        const { body, headers } = await cardIn(version)
        expect(body).toMatchObject({
          name: "Lamps & Shades payments",
          description: expect.stringContaining("in the store Lamps & Shades."),
          provider: { organization: "Lamps & Shades", url: STOREFRONT_PAGES.store_url },
          iconUrl: STOREFRONT_PAGES.logo_url,
          documentationUrl: STOREFRONT_PAGES.documentation_url,
        })
        const [changed] = await sql<{ at: Date }>("select updated_at as at from store")
        const modified = new Date(headers.get("last-modified") ?? 0)
        expect(modified.getTime()).toBe(Math.floor(Number(changed?.at) / 1000) * 1000)
        await nameStore("Another store")
        const changedCard = await cardIn(version)
        expect(changedCard.body.name).toBe("Another store payments")
        expect(changedCard.headers.get("etag")).not.toBe(headers.get("etag"))
      } finally {
        await nameStore(known)
      }
    }
  )
})

describe("the extension with the inputs of the skills", () => {
  it.each(["1.0", "0.3"])(
    "has in %s for each skill a JSON Schema that accepts its example and rejects another member [OFC-07]",
    async (version) => {
      const { body } = await cardIn(version)
      const { extensions } = body.capabilities as { extensions: SkillInputs[] }
      const [{ uri, required, params }] = extensions as [SkillInputs]
      expect({ uri, required }).toEqual({ uri: "urn:gw-a2a:skill-inputs:v1", required: false })
      const skills = body.skills as { id: string; examples: string[] }[]
      expect(Object.keys(params.input_schemas)).toEqual(skills.map(({ id }) => id))
      for (const { id, examples } of skills) {
        const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
          params.input_schemas[id] ?? false
        )
        const { input } = JSON.parse(examples[0] ?? "") as { input: object }
        expect([validate(input), validate.errors]).toEqual([true, null])
        expect(validate({ ...input, made_up: true })).toBe(false)
      }
    }
  )

  it("has on the extended card only the skills that the token may invoke [OFC-07]", async () => {
    const agent = await Agent.withScopes("a2a:payments:create")
    for (const [version, method] of EXTENDED) {
      const { result } = (await new OfficialCaller(agent, version).call(method)).body
      const { extensions } = result?.capabilities as { extensions: SkillInputs[] }
      expect(Object.keys(extensions[0]?.params.input_schemas ?? {})).toEqual(["create_payment"])
    }
  })
})

const EXTENDED = [
  ["0.3", "agent/getAuthenticatedExtendedCard"],
  ["1.0", "GetExtendedAgentCard"],
] as const

interface SkillInputs {
  readonly uri: string
  readonly required: boolean
  readonly params: { readonly input_schemas: Record<string, object> }
}

const cardIn = async (version: string | null) => {
  const response = await card(version === null ? {} : { "a2a-version": version })
  return { headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

const secure = { oauth2: ["a2a:payments:create"] }

describe("the shape of the Agent Card", () => {
  it("has only the members of 1.0 when the client requests version 1.0 in the header or the query [VER-08]", async () => {
    const { body } = await cardIn("1.0")
    expect(Object.keys(body).sort()).toEqual([
      "capabilities",
      "defaultInputModes",
      "defaultOutputModes",
      "description",
      "documentationUrl",
      "iconUrl",
      "name",
      "provider",
      "securityRequirements",
      "securitySchemes",
      "signatures",
      "skills",
      "supportedInterfaces",
      "version",
    ])
    expect(AgentCard.toJSON(AgentCard.fromJSON(body))).toMatchObject({ skills: body.skills, name: body.name })
    const inQuery = await fetch(`${world().base_url}/.well-known/agent-card.json?A2A-Version=1.0`)
    expect(await inQuery.json()).toEqual(body)
    const interfaces = body.supportedInterfaces as { protocolBinding: string; protocolVersion: string }[]
    expect(
      interfaces.map(({ protocolBinding, protocolVersion }) => [protocolBinding, protocolVersion])
    ).toEqual([
      ["JSONRPC", "1.0"],
      ["JSONRPC", "0.3"],
      ["HTTP+JSON", "1.0"],
      ["urn:gw-a2a:v1", "1.0"],
    ])
  })

  it.each([null, "0.3", "2.0"])(
    "has the members of 0.3 and the interfaces of 1.0 when the requested version is %j",
    async (version) => {
      const { body } = await cardIn(version)
      expect(body).toMatchObject({
        protocolVersion: "0.3.0",
        url: `${world().base_url}/gw-a2a/v1/rpc`,
        preferredTransport: "JSONRPC",
        supportsAuthenticatedExtendedCard: true,
        capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
        securitySchemes: {
          oauth2: { type: "oauth2", flows: { authorizationCode: { scopes: expect.anything() } } },
        },
        security: [{ oauth2: [] }],
      })
      expect(body.supportedInterfaces).toEqual((await cardIn("1.0")).body.supportedInterfaces)
      const skills = body.skills as { id: string; security: object[]; examples: string[]; tags: string[] }[]
      expect(skills.find(({ id }) => id === "create_payment")).toMatchObject({ security: [secure] })
      for (const { examples, tags } of skills) expect([examples.length, tags.length > 0]).toEqual([1, true])
      expect(body.signatures).toBeUndefined()
    }
  )

  it("of version 0.3 equals the official SDK's translation of the 1.0 card, with the interfaces of 1.0 [A2A-60]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { result } = (await new OfficialCaller(agent, "0.3").call("agent/getAuthenticatedExtendedCard"))
      .body
    const headers = { authorization: `Bearer ${agent.access_token}` }
    const extended = await fetch(`${world().base_url}/gw-a2a/v1/agent-card`, { headers })
    expect({ ...result, protocolVersion: "0.3.0" }).toEqual(await extended.json())
  })

  it("has an ETag per version, and the Vary header keeps caches from mixing the two versions", async () => {
    const [plain, pure] = [await cardIn(null), await cardIn("1.0")]
    for (const { headers } of [plain, pure]) expect(headers.get("vary")).toContain("A2A-Version")
    const etag = pure.headers.get("etag") ?? ""
    expect(etag).not.toBe(plain.headers.get("etag"))
    expect((await card({ "a2a-version": "1.0", "if-none-match": etag })).status).toBe(304)
    expect((await card({ "if-none-match": etag })).status).toBe(200)
  })
})

describe("the signature of the Agent Card", () => {
  const keyOf = async (kid: string, jku?: string) => {
    const { keys } = (await (await fetch(jku ?? "")).json()) as { keys: { kid: string }[] }
    const key = keys.find((candidate) => candidate.kid === kid)
    if (!key) throw new Error(`no key ${kid}`)
    return key as JWK
  }
  const verify = verifyAgentCardSignature(keyOf)

  it("verifies with the key it names, and fails when the card is changed [VER-08]", async () => {
    const { body } = await cardIn("1.0")
    await verify(AgentCard.fromJSON(body))
    await expect(verify(AgentCard.fromJSON({ ...body, name: "Another store" }))).rejects.toThrow()
  })

  it("is also on the extended card and covers the content of that card", async () => {
    const agent = await Agent.withScopes("a2a:payments:create")
    const { result } = (await new OfficialCaller(agent, "1.0").call("GetExtendedAgentCard")).body
    const extended = AgentCard.fromJSON(result)
    expect(extended.skills.map(({ id }) => id)).toEqual(["create_payment"])
    await verify(extended)
  })

  it("uses a key of which only the public half is published", async () => {
    const response = await fetch(`${world().base_url}/gw-a2a/v1/jwks.json`)
    const { keys } = (await response.json()) as { keys: object[] }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([
      ["alg", "crv", "kid", "kty", "use", "x", "y"],
    ])
  })
})
