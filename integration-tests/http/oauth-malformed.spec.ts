import fc from "fast-check"
import { beforeAll, describe, it } from "vitest"
import { newKey } from "../support/gwb"
import {
  always,
  expectSound,
  halfNonsense,
  mutated,
  mutationOf,
  WAIT_TIMEOUT,
  post,
  postGarbage,
  wrongJson,
} from "../support/malformed"
import {
  forgetAttempts,
  obtainCode,
  obtainTokens,
  oauthUrl,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { assertion, publicJwk, registerSigningClient, signed } from "../support/signing-client"

let client: RegisteredClient
const credentials = () => ({ client_id: client.client_id, client_secret: String(client.client_secret) })

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  client = await registerClient()
})

/** The values each grant needs. They are obtained again once a request used them up. */
const GRANTS: Record<string, () => Promise<Record<string, string>>> = {
  async authorization_code() {
    const { code, verifier: code_verifier } = await obtainCode(client, "admin")
    return { code, code_verifier, redirect_uri: REDIRECT_URI }
  },
  async refresh_token() {
    return { refresh_token: (await obtainTokens(client, "admin")).refresh_token }
  },
}

describe("malformed requests never cause a server error", { timeout: WAIT_TIMEOUT }, () => {
  it("at the registration endpoint [OAUTH-40]", async () => {
    const METADATA = {
      client_name: "Agent",
      client_type: "a2a_agent",
      redirect_uris: [REDIRECT_URI],
      scopes: ["a2a:payments:read"],
      token_endpoint_auth_method: "private_key_jwt",
      application_type: "web",
      jwks: { keys: [publicJwk(newKey())] },
    }
    const others = ["scope", "jwks_uri", "token_endpoint_auth_signing_alg", "__proto__"]
    const member = fc.record({ name: fc.constantFrom(...Object.keys(METADATA), ...others), value: wrongJson })
    const inKey = fc.record({ in_key: fc.constantFrom("kty", "crv", "x", "y", "kid", "d"), value: wrongJson })
    await always(halfNonsense(fc.oneof(member, inKey)), async ({ nonsense, mutation }) => {
      await forgetAttempts()
      if (nonsense) return void (await expectSound(postGarbage(oauthUrl("register"), nonsense)))
      const change =
        "in_key" in mutation
          ? { jwks: { keys: [{ ...publicJwk(newKey()), [mutation.in_key]: mutation.value }] } }
          : { [mutation.name]: mutation.value }
      const body = JSON.stringify({ ...METADATA, ...change })
      await expectSound(post(oauthUrl("register"), body, { "content-type": "application/json" }))
    })
  })

  it.each(Object.keys(GRANTS))("at the token endpoint for the grant %s [OAUTH-40]", async (grant_type) => {
    const obtain = () => GRANTS[grant_type]?.() ?? Promise.reject(new Error(grant_type))
    let fresh: Record<string, string> | undefined = await obtain()
    const others = ["grant_type", "client_id", "client_secret", "scope", "resource", "client_assertion"]
    await always(
      halfNonsense(mutationOf([...Object.keys(fresh), ...others])),
      async ({ nonsense, mutation }) => {
        await forgetAttempts()
        if (nonsense) return void (await expectSound(postGarbage(oauthUrl("token"), nonsense)))
        fresh ??= await obtain()
        const form = { ...fresh, ...credentials(), grant_type }
        if ((await expectSound(post(oauthUrl("token"), mutated(form, mutation)))).ok) fresh = undefined
      }
    )
  })

  it.each(["introspect", "revoke"])("at the endpoint %s [OAUTH-40]", async (endpoint) => {
    const { access_token: token } = await obtainTokens(client, "admin")
    const form = { token, token_type_hint: "access_token", ...credentials() }
    await always(halfNonsense(mutationOf(Object.keys(form))), async ({ nonsense, mutation }) => {
      const url = oauthUrl(endpoint)
      await forgetAttempts()
      await expectSound(nonsense ? postGarbage(url, nonsense) : post(url, mutated(form, mutation)))
    })
  })

  it("in a signed assertion [OAUTH-40]", async () => {
    const signing = await registerSigningClient()
    const change = fc.record({
      where: fc.constantFrom("claims", "header"),
      name: fc.constantFrom(
        "iss",
        "sub",
        "aud",
        "jti",
        "exp",
        "iat",
        "nbf",
        "alg",
        "kid",
        "typ",
        "crit",
        "b64"
      ),
      value: wrongJson,
    })
    const assertionWith = ({ where, name, value }: { where: string; name: string; value: unknown }) =>
      where === "claims" ? assertion(signing, { [name]: value }) : assertion(signing, {}, { [name]: value })
    await always(halfNonsense(change), async ({ nonsense, mutation }) => {
      await forgetAttempts()
      const shown = nonsense ? Buffer.from(nonsense.body).toString("latin1") : assertionWith(mutation)
      await expectSound(post(oauthUrl("token"), new URLSearchParams({ grant_type: "x", ...signed(shown) })))
    })
  })
})
