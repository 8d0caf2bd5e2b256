import * as oauth from "oauth4webapi"
import { beforeAll, describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../demo/key-pair"
import { consent, REDIRECT_URI, switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
const INSECURE = { [oauth.allowInsecureRequests]: true }

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))

/** Discovery from the surface to its authorization server, by a client that knows only the surface. */
async function discover(surface: string): Promise<oauth.AuthorizationServer> {
  const resource = new URL(`${base_url}/${surface}`)
  const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, INSECURE)
  )
  const issuer = new URL(authorization_servers[0] ?? "")
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE })
  return oauth.processDiscoveryResponse(issuer, response)
}

async function register(server: oauth.AuthorizationServer, metadata: Partial<oauth.Client>) {
  const response = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: "Strict agent", redirect_uris: [REDIRECT_URI], ...metadata },
    INSECURE
  )
  return oauth.processDynamicClientRegistrationResponse(response)
}

/** Authorization, consent and exchange; the library checks state, issuer, token type and every required member. */
async function authorize(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  person: "admin" | "customer"
) {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? "")
  url.search = String(
    new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    })
  )
  const answer = oauth.validateAuthResponse(server, client, await consent(url, person), state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    answer,
    REDIRECT_URI,
    verifier,
    INSECURE
  )
  return oauth.processAuthorizationCodeResponse(server, client, response)
}

describe("an independent strict client", () => {
  it.each([
    ["gw-a2a/v1", "a2a_agent", "admin"],
    ["gw-ucp/v1", "ucp_agent", "customer"],
  ] as const)(
    "discovers %s, registers, authorizes and refreshes [OAUTH-19, OAUTH-26, VER-02]",
    async (surface, client_type, person) => {
      const server = await discover(surface)
      const client = await register(server, { client_type })
      const authentication = oauth.ClientSecretBasic(String(client.client_secret))
      const tokens = await authorize(server, client, authentication, person)
      expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: client.scope })
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        String(tokens.refresh_token),
        INSECURE
      )
      const refreshed = await oauth.processRefreshTokenResponse(server, client, response)
      expect(refreshed.access_token).not.toBe(tokens.access_token)
    }
  )

  it("also works as a public client [OAUTH-26]", async () => {
    const server = await discover("gw-a2a/v1")
    const client = await register(server, { client_type: "a2a_cli", token_endpoint_auth_method: "none" })
    expect(client).not.toHaveProperty("client_secret")
    expect(await authorize(server, client, oauth.None(), "admin")).toHaveProperty("access_token")
  })

  it("introspects and revokes its tokens [OAUTH-20, OAUTH-21, OAUTH-26]", async () => {
    const server = await discover("gw-a2a/v1")
    const client = await register(server, { client_type: "a2a_agent" })
    const authentication = oauth.ClientSecretPost(String(client.client_secret))
    const { access_token, refresh_token = "" } = await authorize(server, client, authentication, "admin")
    expect(await introspect(server, client, authentication, access_token)).toMatchObject({
      active: true,
      client_id: client.client_id,
      iss: base_url,
      aud: `${base_url}/gw-a2a/v1`,
    })
    await revoke(server, client, authentication, refresh_token)
    expect(await introspect(server, client, authentication, access_token)).toEqual({ active: false })
  })

  it("works with a key instead of a secret [OAUTH-26, OAUTH-32]", async () => {
    const jwk = newPrivateJwk()
    const { kty, crv, x, y } = jwk
    const ecdsa = { name: "ECDSA", namedCurve: "P-256" }
    const privateKey = await crypto.subtle.importKey("jwk", jwk, ecdsa, false, ["sign"])
    const server = await discover("gw-ucp/v1")
    const client = await register(server, {
      client_type: "ucp_agent",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [{ kty, crv, x, y, kid: "1" }] },
    } as Partial<oauth.Client>)
    const authentication = oauth.PrivateKeyJwt({ key: privateKey, kid: "1" })
    const { access_token } = await authorize(server, client, authentication, "customer")
    expect(await introspect(server, client, authentication, access_token)).toMatchObject({ active: true })
    await revoke(server, client, authentication, access_token)
    expect(await introspect(server, client, authentication, access_token)).toEqual({ active: false })
  })
})

async function introspect(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  token: string
) {
  const response = await oauth.introspectionRequest(server, client, authentication, token, INSECURE)
  return oauth.processIntrospectionResponse(server, client, response)
}

async function revoke(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  token: string
) {
  const response = await oauth.revocationRequest(server, client, authentication, token, INSECURE)
  await oauth.processRevocationResponse(response)
}
