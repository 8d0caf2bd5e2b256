import * as oauth from "oauth4webapi"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { VERSION as ACP_VERSION } from "../support/acp"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import {
  callSkills,
  challengeFor,
  codeFields,
  metadataOf,
  postProven,
  type ProofOf,
  ProofKey,
  redeemProven,
  RPC,
  SKILLS,
} from "../support/dpop"
import { readUntil } from "../support/frames"
import { adminGet } from "../support/merchant"
import { mintTokens } from "../support/mint-tokens"
import {
  authorizeUrl,
  consent,
  hash,
  newPkce,
  obtainTokens,
  postForm,
  postRegistration,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
  type TokenSet,
} from "../support/oauth-client"
import { AS_NEW, callsToday, changeSettings, refusalsOf, setRules } from "../support/policy"
import { world } from "../support/world"

const { base_url } = world()
let key: ProofKey
let other: ProofKey
let spa: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
  key = await ProofKey.create()
  other = await ProofKey.create()
  spa = await registerClient({ token_endpoint_auth_method: "none" })
})
afterAll(async () => {
  await changeSettings(AS_NEW)
  await switchSurfaces({ ucp_enabled: false, acp_enabled: false, app_enabled: false })
})

async function boundTokens(
  client = spa,
  by = key,
  person: "admin" | "customer" = "admin"
): Promise<TokenSet> {
  const tokens = await redeemProven(client, person, by)
  expect(tokens.token_type).toBe("DPoP")
  return tokens
}

const refreshed = (client: RegisteredClient, refresh_token: string, by?: ProofKey) =>
  postProven("token", client, { grant_type: "refresh_token", refresh_token }, by)

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const dpop = (token: string, by = key, changes: Partial<ProofOf> = {}) =>
  by.headers({ url: base_url + RPC, token, ...changes })

describe("tokens for which a client sends a DPoP proof", () => {
  it("are bound to its key, also after a refresh, which needs a proof of the same key [DPOP-01]", async () => {
    const { access_token, refresh_token } = await boundTokens()
    expect((await callSkills(await dpop(access_token))).status).toBe(200)
    expect((await refreshed(spa, refresh_token)).body.error).toBe("invalid_dpop_proof")
    expect((await refreshed(spa, refresh_token, other)).body.error).toBe("invalid_grant")
    const { status, body } = await refreshed(spa, refresh_token, key)
    expect([status, body.token_type]).toEqual([200, "DPoP"])
    const next = String(body.access_token)
    expect((await callSkills(await dpop(next))).status).toBe(200)
    expect((await callSkills(await dpop(next, other))).status).toBe(401)
    expect((await refreshed(spa, String(body.refresh_token), other)).body.error).toBe("invalid_grant")
  })

  it("leave the refresh token of a client with a secret to that secret [DPOP-01]", async () => {
    const client = await registerClient()
    const { refresh_token } = await boundTokens(client)
    const { body } = await refreshed(client, refresh_token, other)
    expect(body.token_type).toBe("DPoP")
    expect((await callSkills(await dpop(String(body.access_token), other))).status).toBe(200)
    expect((await callSkills(await dpop(String(body.access_token)))).status).toBe(401)
    expect((await refreshed(client, String(body.refresh_token))).body.token_type).toBe("Bearer")
  })

  it("are described with their key by introspection, others without [DPOP-06]", async () => {
    const { access_token, refresh_token } = await boundTokens()
    const introspect = async (token: string) => (await postForm("introspect", spa, { token })).body
    const bound = { active: true, cnf: { jkt: key.jkt } }
    expect(await introspect(access_token)).toMatchObject({ ...bound, token_type: "DPoP" })
    expect(await introspect(refresh_token)).toMatchObject(bound)
    const plain = await introspect((await obtainTokens(spa, "admin")).access_token)
    expect([plain.token_type, plain.cnf]).toEqual(["Bearer", undefined])
  })
})

describe("a surface", () => {
  const SURFACES = [
    ["a2a", "admin", "POST", RPC],
    ["ucp", "customer", "GET", "/gw-ucp/v1/products?limit=1"],
    ["ucp", "customer", "GET", "/gw-ucp/catalog/v1/products?limit=1"],
    ["acp", "customer", "GET", "/gw-acp/v1/checkout_sessions/none"],
    ["app", "customer", "GET", "/gw-app/v1/payments"],
    ["a2a", "admin", "POST", "/gw-a2a/v1/mcp"],
    ["ucp", "customer", "POST", "/gw-ucp/v1/mcp"],
    ["acp", "customer", "POST", "/gw-acp/v1/mcp"],
  ] as const
  const TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })

  it.each(SURFACES)(
    "%s (%s, %s %s) accepts a bound token only with a proof, and an unbound one only as bearer [DPOP-02]",
    async (flavor, person, method, path) => {
      const isMcp = path.endsWith("/mcp")
      const client = await registerClient({
        client_type: `${flavor}_app`,
        token_endpoint_auth_method: "none",
      })
      const bound = (await boundTokens(client, key, person)).access_token
      const unbound = (await mintTokens(client, person)).access_token
      const send = async (headers: Record<string, string>) => {
        const all = { "api-version": ACP_VERSION, "content-type": "application/json", ...headers }
        const response = await fetch(base_url + path, {
          method,
          headers: all,
          ...(method === "POST" && { body: isMcp ? TOOLS : SKILLS }),
        })
        return { status: response.status, challenge: response.headers.get("www-authenticate") ?? "" }
      }
      const proven = (token: string, by = key) => by.headers({ method, url: base_url + path, token })
      const served = flavor === "acp" && !isMcp ? 404 : 200
      expect((await send(await proven(bound))).status).toBe(served)
      expect((await send(bearer(unbound))).status).toBe(served)
      for (const headers of [
        bearer(bound),
        { ...bearer(bound), dpop: (await proven(bound)).dpop ?? "" },
        await proven(bound, other),
        { authorization: `DPoP ${bound}` },
      ]) {
        const { status, challenge } = await send(headers)
        expect([status, challenge]).toEqual([401, expect.stringMatching(/^DPoP realm=.*, error="invalid_/)])
        const metadata = `${metadataOf(flavor)}${isMcp ? "/mcp" : ""}`
        expect(challenge).toContain(`resource_metadata="${metadata}"`)
      }
      const { status, challenge } = await send(await proven(unbound))
      expect([status, challenge]).toEqual([
        401,
        expect.stringMatching(/^Bearer realm=.*, error="invalid_token"/),
      ])
    }
  )

  it("says what is wrong, and names both schemes and the algorithms to a caller without a token [DPOP-02, DPOP-06]", async () => {
    const { access_token } = await boundTokens()
    const unbound = (await mintTokens(spa, "admin")).access_token
    expect(await callSkills(bearer(access_token))).toEqual({
      status: 401,
      challenge: challengeFor("invalid_token"),
      reason: "invalid_token",
      message:
        "The token is bound to a key. Send it as Authorization: DPoP, with a proof of that key in the DPoP header.",
    })
    expect((await callSkills(await dpop(access_token, other))).message).toBe(
      "The DPoP proof is signed with another key than the one to which the token is bound."
    )
    expect((await callSkills(await dpop(unbound))).message).toBe(
      "The token is not bound to a key. Send it as Authorization: Bearer, without a proof."
    )
    expect((await callSkills({})).challenge).toBe(
      `Bearer realm="${base_url}", resource_metadata="${metadataOf("a2a")}", DPoP algs="ES256 ES384"`
    )
    expect((await callSkills(await dpop("gwa_nothing"))).status).toBe(401)
  })

  it("does not count calls against the client's limit that are refused for their proof [DPOP-02]", async () => {
    const client = await registerClient({ token_endpoint_auth_method: "none" })
    const { access_token } = await boundTokens(client)
    const proven = await dpop(access_token)
    expect((await callSkills(proven)).status).toBe(200)
    expect(await callsToday(client.client_id)).toBe(1)
    for (const headers of [bearer(access_token), await dpop(access_token, other), proven])
      expect((await callSkills(headers)).status).toBe(401)
    expect(await callsToday(client.client_id)).toBe(1)
    expect(await refusalsOf(client.client_id)).toEqual({ unauthorized: 3 })
    await setRules(client.client_id, { limits: { minute: null, hour: null, day: 2 } })
    expect((await callSkills(await dpop(access_token))).status).toBe(200)
    expect((await callSkills(await dpop(access_token))).status).toBe(429)
  })
})

it("a stream of a bound token stays open without another proof, and ends with the consent [DPOP-02]", async () => {
  const { access_token } = await boundTokens()
  const agent = Agent.withToken((await obtainTokens(spa, "admin")).access_token)
  const { task_id } = await agent.createPayment()
  const url = `${base_url}/gw-a2a/v1/tasks/${task_id}/stream`
  const open = async () =>
    fetch(url, { headers: await key.headers({ method: "GET", url, token: access_token }) })
  const readOn = await readUntil(await open(), ": ping")
  await sql(
    `update gw_oauth_grant set revoked_at = now() where id =
       (select grant_id from gw_oauth_token where hash = $1)`,
    [hash(access_token)]
  )
  expect(await readOn()).toMatch(/: ping(?!.*"final":true)/s)
  expect((await open()).status).toBe(401)
})

describe("a client that must use DPoP", () => {
  it("is one of which the merchant requires it: its bearer tokens stop working, and the change is audited [DPOP-05]", async () => {
    const client = await registerClient({ token_endpoint_auth_method: "none" })
    const { client_id } = client
    const { access_token, refresh_token } = await obtainTokens(client, "admin")
    expect((await callSkills(bearer(access_token))).status).toBe(200)
    await setRules(client_id, { dpop_bound_access_tokens: true })
    for (const headers of [bearer(access_token), await dpop(access_token)])
      expect(await callSkills(headers)).toMatchObject({
        status: 401,
        challenge: challengeFor("invalid_token"),
        message:
          "This client must use DPoP, and the token is not bound to a key. Obtain a token with a DPoP proof.",
      })
    expect((await refreshed(client, refresh_token)).body.error).toBe("invalid_dpop_proof")
    const fields = await codeFields(client, "admin")
    expect((await postProven("token", client, fields, undefined)).body.error).toBe("invalid_dpop_proof")
    const { body } = await refreshed(client, refresh_token, key)
    expect((await callSkills(await dpop(String(body.access_token)))).status).toBe(200)
    await setRules(client_id, { dpop_bound_access_tokens: false })
    expect((await callSkills(bearer(access_token))).status).toBe(200)
    const path = `/admin/agentic-commerce/audit?type=client_access_changed&client_id=${client_id}`
    const { entries } = await adminGet<{ entries: { actor_type: string; detail: object }[] }>(path)
    expect(entries).toMatchObject([
      { actor_type: "user", detail: { dpop_bound_access_tokens: false } },
      { actor_type: "user", detail: { dpop_bound_access_tokens: true } },
    ])
  })

  it("can be one that has registered it for itself [DPOP-05]", async () => {
    const client = await registerClient({
      token_endpoint_auth_method: "none",
      dpop_bound_access_tokens: true,
    })
    expect(client).toHaveProperty("dpop_bound_access_tokens", true)
    expect(spa).toHaveProperty("dpop_bound_access_tokens", false)
    const unbound = (await mintTokens(client, "admin")).access_token
    expect((await callSkills(bearer(unbound))).status).toBe(401)
    expect((await callSkills(await dpop((await boundTokens(client)).access_token))).status).toBe(200)
    const odd = { client_name: "Odd", redirect_uris: [REDIRECT_URI], dpop_bound_access_tokens: "yes" }
    expect((await postRegistration(odd)).body.error).toBe("invalid_client_metadata")
  })
})

describe("a code", () => {
  it("that dpop_jkt binds to a key is redeemed only with a proof of that key [DPOP-07]", async () => {
    const fields = await codeFields(spa, "admin", { dpop_jkt: key.jkt })
    expect((await postProven("token", spa, fields, undefined)).body.error).toBe("invalid_dpop_proof")
    expect((await postProven("token", spa, fields, other)).body.error).toBe("invalid_grant")
    expect((await postProven("token", spa, fields, key)).body.token_type).toBe("DPoP")
    const odd = await consentless({ dpop_jkt: "short" })
    expect(odd.searchParams.get("error")).toBe("invalid_request")
  })

  it("of a pushed request is bound to the key of its proof [DPOP-07]", async () => {
    const { verifier, challenge } = newPkce()
    const parameters = Object.fromEntries(authorizeUrl(spa, challenge).searchParams)
    const named = { ...parameters, dpop_jkt: other.jkt }
    expect((await postProven("par", spa, named, key)).body.error).toBe("invalid_dpop_proof")
    const pushed = await postProven("par", spa, parameters, key)
    expect(pushed.status).toBe(201)
    const url = new URL(`${base_url}/gw-ucp/oauth/v1/authorize`)
    url.search = String(
      new URLSearchParams({ client_id: spa.client_id, request_uri: String(pushed.body.request_uri) })
    )
    const code = (await consent(url, "admin")).searchParams.get("code") ?? ""
    const grant_type = "authorization_code"
    const fields = { grant_type, code, code_verifier: verifier, redirect_uri: REDIRECT_URI }
    expect((await postProven("token", spa, fields, other)).body.error).toBe("invalid_grant")
    expect((await postProven("token", spa, fields, key)).body.token_type).toBe("DPoP")
  })

  async function consentless(more: Record<string, string>): Promise<URL> {
    const response = await fetch(authorizeUrl(spa, newPkce().challenge, more), { redirect: "manual" })
    return new URL(response.headers.get("location") ?? "")
  }
})

it("an independent strict client discovers DPoP, obtains tokens, calls a surface and refreshes [DPOP-06, DPOP-08]", async () => {
  const INSECURE = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(base_url)
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const algorithms = { dpop_signing_alg_values_supported: ["ES256", "ES384"] }
  expect(server).toMatchObject(algorithms)
  expect(await (await fetch(metadataOf("a2a"))).json()).toMatchObject(algorithms)
  const client: oauth.Client = { client_id: spa.client_id }
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"))
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const url = authorizeUrl(spa, challenge, { state, dpop_jkt: await DPoP.calculateThumbprint() })
  const answer = oauth.validateAuthResponse(server, client, await consent(url, "admin"), state)
  const options = { DPoP, ...INSECURE }
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      REDIRECT_URI,
      verifier,
      options
    )
  )
  const resource = async ({ access_token, token_type }: oauth.TokenEndpointResponse) => {
    expect(token_type).toBe("dpop")
    const headers = new Headers({ "content-type": "application/json" })
    const rpc = new URL(base_url + RPC)
    return oauth.protectedResourceRequest(access_token, "POST", rpc, headers, SKILLS, options)
  }
  expect((await resource(tokens)).status).toBe(200)
  const renewed = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    String(tokens.refresh_token),
    options
  )
  expect((await resource(await oauth.processRefreshTokenResponse(server, client, renewed))).status).toBe(200)
})

it("a web page of an allowed origin may send the DPoP header to a surface and the token endpoint [DPOP-09]", async () => {
  await changeSettings({ cors_origins: ["https://agent.example"] })
  for (const path of [RPC, "/gw-ucp/oauth/v1/token"]) {
    const answer = await fetch(base_url + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://agent.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,dpop",
      },
    })
    expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "authorization,content-type,dpop",
    ])
  }
})
