import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import {
  callSkills,
  challengeFor,
  codeFields,
  postProven,
  type ProofOf,
  ProofKey,
  redeemProven,
  RPC,
} from "../support/dpop"
import { runJob } from "../support/jobs"
import { type RegisteredClient, registerClient, switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
let key: ProofKey
let other: ProofKey
let spa: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  key = await ProofKey.create()
  other = await ProofKey.create()
  spa = await registerClient({ token_endpoint_auth_method: "none" })
})

const dpop = (token: string, by = key, changes: Partial<ProofOf> = {}) =>
  by.headers({ url: base_url + RPC, token, ...changes })

describe("a DPoP proof", () => {
  let token: string
  beforeAll(async () => {
    token = (await redeemProven(spa, "admin", key)).access_token
  })
  const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

  it.each<[string, () => Partial<ProofOf>]>([
    ["as it should be", () => ({})],
    ["with a query and a fragment in htu", () => ({ claims: { htu: `${base_url}${RPC}?a=1#b` } })],
    [
      "with htu in another spelling",
      () => ({ claims: { htu: `${base_url.replace("http", "HTTP")}${RPC}` } }),
    ],
    ["that is 50 seconds old", () => ({ claims: { iat: seconds(-50) } })],
    ["from a clock that is 50 seconds ahead", () => ({ claims: { iat: seconds(50) } })],
    ["with the type's full name", () => ({ header: { typ: "application/dpop+jwt" } })],
  ])("is accepted %s [DPOP-03]", async (_, changes) => {
    expect((await callSkills(await dpop(token, key, changes()))).status).toBe(200)
  })

  it.each<[string, string, () => Partial<ProofOf>]>([
    ["for another method", "htm", () => ({ method: "GET" })],
    ["for another path", "htu", () => ({ url: `${base_url}/gw-a2a/v1/other` })],
    ["for another host", "htu", () => ({ url: `https://evil.example${RPC}` })],
    ["without htu", "htu", () => ({ claims: { htu: undefined } })],
    ["for another token", "ath", () => ({ claims: { ath: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU" } })],
    ["without ath", "ath", () => ({ claims: { ath: undefined } })],
    ["without jti", "jti", () => ({ claims: { jti: undefined } })],
    ["with an empty jti", "jti", () => ({ claims: { jti: "" } })],
    ["with a jti that is too long", "jti", () => ({ claims: { jti: "a".repeat(256) } })],
    ["without iat", "iat", () => ({ claims: { iat: undefined } })],
    ["that is too old", "60 seconds", () => ({ claims: { iat: seconds(-70) } })],
    ["from the future", "60 seconds", () => ({ claims: { iat: seconds(70) } })],
    ["from a time that no calendar has", "60 seconds", () => ({ claims: { iat: 1e300 } })],
    ["of another type", "dpop+jwt", () => ({ header: { typ: "JWT" } })],
    ["with a private key", "dpop+jwt", () => ({ header: { jwk: key.private_jwk } })],
    ["that another key has signed", "dpop+jwt", () => ({ header: { jwk: other.jwk } })],
  ])("is refused %s [DPOP-03]", async (_, named, changes) => {
    const refused = await callSkills(await dpop(token, key, changes()))
    expect(refused).toMatchObject({ status: 401, reason: "invalid_dpop_proof" })
    expect(refused.message).toContain(named)
    expect(refused.challenge).toBe(challengeFor("invalid_dpop_proof"))
  })

  it("is refused if it is malformed, sent twice, or signed with another kind of key [DPOP-03]", async () => {
    const proof = await key.proof({ url: base_url + RPC, token })
    const [head, claims] = proof.split(".")
    const rsa = await ProofKey.create("RS256")
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "dpop+jwt", jwk: key.jwk }))
    for (const wrong of [
      "",
      "x",
      `${proof}, ${proof}`,
      `${head}.${claims}.AAAA`,
      `${unsigned.toString("base64url")}.${claims}.`,
      await rsa.proof({ url: base_url + RPC, token }),
    ])
      expect(await callSkills({ authorization: `DPoP ${token}`, dpop: wrong })).toMatchObject({
        status: 401,
        reason: "invalid_dpop_proof",
      })
  })

  it("may be signed with ES384 [DPOP-03]", async () => {
    const large = await ProofKey.create("ES384")
    const { access_token } = await redeemProven(spa, "admin", large)
    expect((await callSkills(await dpop(access_token, large))).status).toBe(200)
  })

  it("is refused at the token endpoint for the same reasons, and leaves the code usable [DPOP-03, DPOP-04]", async () => {
    const fields = await codeFields(spa, "admin")
    const url = `${base_url}/gw-ucp/oauth/v1/token`
    for (const wrong of [
      "x",
      await key.proof({ url, method: "GET" }),
      await key.proof({ url: base_url + RPC }),
      await key.proof({ url, claims: { iat: seconds(-70) } }),
    ]) {
      const { status, body } = await postProven("token", spa, fields, wrong)
      expect([status, body.error]).toEqual([400, "invalid_dpop_proof"])
    }
    const proof = await key.proof({ url })
    expect((await postProven("token", spa, fields, proof)).status).toBe(200)
    const again = await postProven("token", spa, await codeFields(spa, "admin"), proof)
    expect([again.status, again.body.error]).toEqual([400, "invalid_dpop_proof"])
  })

  it("is forgotten only after it is too old to be accepted [DPOP-04]", async () => {
    const headers = await dpop(token)
    expect((await callSkills(headers)).status).toBe(200)
    await runJob("purge-oauth")
    expect((await callSkills(headers)).message).toContain("used before")
    await sql("update gw_oauth_dpop_proof set expires_at = now() - interval '1 second'")
    await runJob("purge-oauth")
    expect(await sql("select from gw_oauth_dpop_proof")).toEqual([])
  })
})
