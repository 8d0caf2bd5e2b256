import * as oauth from "oauth4webapi"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../demo/key-pair"
import { eventually } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { ANA, BERLIN, CARD } from "../support/buyer"
import { sql } from "../support/database"
import { newKey } from "../support/gwb"
import { consent, forgetAttempts, REDIRECT_URI, switchSurfaces } from "../support/oauth-client"
import { ProfileHost, profileIn } from "../support/profile-host"
import { isGenuine } from "../support/push"
import { Receiver } from "../support/receiver"
import { authenticate } from "../support/shopper"
import { signedInit } from "../support/signed-call"
import { publicJwk } from "../support/signing-client"
import { stockUp } from "../support/ucp-orders"
import { isVerifiedBy, verified } from "../support/webhooks"
import { world } from "../support/world"

const INSECURE = { [oauth.allowInsecureRequests]: true }
const ROOT = "/gw-ucp/v1"
/** The query of an address must be covered by signatures too. */
const HOOK = "/hook?for=orders"
const SHOPPING = [
  "dev.ucp.shopping.cart:manage",
  "dev.ucp.shopping.checkout:manage",
  "dev.ucp.shopping.order:read",
  "dev.ucp.shopping.order:manage",
].join(" ")

/** The authorization server of the UCP surface, found by the surface's address alone (RFC 9728, RFC 8414). */
async function discover(): Promise<oauth.AuthorizationServer> {
  const resource = new URL(`${world().base_url}${ROOT}`)
  const found = await oauth.resourceDiscoveryRequest(resource, INSECURE)
  const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(resource, found)
  const issuer = new URL(authorization_servers[0] ?? "")
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE })
  return oauth.processDiscoveryResponse(issuer, response)
}

/** A client that registers itself, authenticates with a key, and that the merchant has approved. */
async function register(server: oauth.AuthorizationServer) {
  await forgetAttempts()
  const jwk = newPrivateJwk()
  const { kty, crv, x, y } = jwk
  const metadata = {
    client_name: "Independent platform",
    client_type: "ucp_platform",
    scope: SHOPPING,
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: "private_key_jwt",
    require_pushed_authorization_requests: true,
    dpop_bound_access_tokens: true,
    jwks: { keys: [{ kty, crv, x, y, kid: "1" }] },
  }
  const response = await oauth.dynamicClientRegistrationRequest(
    server,
    metadata as Partial<oauth.Client>,
    INSECURE
  )
  const client = await oauth.processDynamicClientRegistrationResponse(response)
  await sql("update gw_oauth_client set status = 'approved' where id = $1", [client.client_id])
  const ecdsa = { name: "ECDSA", namedCurve: "P-256" }
  const key = await crypto.subtle.importKey("jwk", jwk, ecdsa, false, ["sign"])
  return { client, authentication: oauth.PrivateKeyJwt({ key, kid: "1" }) }
}

/** Pushes the authorization request, and returns the verifier, the state and the address for the browser. */
async function pushRequest(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  DPoP: oauth.DPoPHandle
) {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const request = new URLSearchParams({
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    scope: SHOPPING,
    state,
    resource: `${world().base_url}${ROOT}`,
    code_challenge_method: "S256",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  })
  const options = { DPoP, ...INSECURE }
  const sent = await oauth.pushedAuthorizationRequest(server, client, authentication, request, options)
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, sent)
  const url = new URL(server.authorization_endpoint ?? "")
  url.search = String(new URLSearchParams({ client_id: client.client_id, request_uri }))
  return { verifier, state, url }
}

describe("a platform made of independent libraries", () => {
  const key = newKey()
  let server: oauth.AuthorizationServer
  let client: oauth.Client
  let authentication: oauth.ClientAuth
  let DPoP: oauth.DPoPHandle
  let tokens: oauth.TokenEndpointResponse
  let receiver: Receiver
  let host: ProfileHost
  let profile: string

  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    await stockUp()
    receiver = await Receiver.listen()
    host = await ProfileHost.listen()
    const capabilities = [
      "dev.ucp.shopping.checkout",
      "dev.ucp.shopping.fulfillment",
      "dev.ucp.shopping.order",
    ]
    profile = host.publish({ ...profileIn("2026-04-08", capabilities), signing_keys: [publicJwk(key)] })
    server = await discover()
    ;({ client, authentication } = await register(server))
    DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"))
    const { verifier, state, url } = await pushRequest(server, client, authentication, DPoP)
    const answer = oauth.validateAuthResponse(server, client, await consent(url, "customer"), state)
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, authentication, answer, REDIRECT_URI, verifier] as const),
      { DPoP, ...INSECURE }
    )
    tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
  })

  afterAll(() => {
    receiver?.close()
    host?.close()
  })

  /** Calls the surface: oauth4webapi proves possession of the token's key, http-message-signatures signs the request. */
  async function call(method: string, path: string, body?: object, signer = key) {
    const headers = new Headers(body && { "content-type": "application/json" })
    const text = body && JSON.stringify(body)
    const signing = async (_: string, { headers: sent }: { headers: Record<string, string> }) => {
      const request = { method, path: ROOT + path, profile, key: signer, body: text, headers: sent }
      return fetch(`${world().base_url}${ROOT}${path}`, await signedInit(request))
    }
    const url = new URL(`${world().base_url}${ROOT}${path}`)
    const options = { DPoP, ...INSECURE, [oauth.customFetch]: signing }
    const response = await oauth.protectedResourceRequest(
      ...([tokens.access_token, method, url, headers, text] as const),
      options
    )
    return (await response.json()) as Record<string, unknown>
  }

  describe("that buys", () => {
    let secret: string
    let order_id: string
    let checkout_id: string

    beforeAll(async () => {
      secret = String((await call("POST", "/webhooks", { url: receiver.at(HOOK) })).secret)
      const basket = { line_items: [{ item: { id: "MUG-SAND" }, quantity: 2 }], buyer: ANA }
      const delivery = { type: "shipping", selected_destination_id: BERLIN.id, destinations: [BERLIN] }
      const { id } = await call("POST", "/checkout-sessions", {
        ...basket,
        fulfillment: { methods: [delivery] },
      })
      checkout_id = String(id)
      const { fulfillment } = await call("GET", `/checkout-sessions/${id}`)
      const [method] = (fulfillment as { methods: { groups: { options: { id: string }[] }[] }[] }).methods
      const groups = [{ selected_option_id: method?.groups[0]?.options[0]?.id }]
      // An update with an official call replaces the whole checkout.
      const chosen = { ...basket, fulfillment: { methods: [{ ...delivery, groups }] } }
      expect((await call("PUT", `/checkout-sessions/${id}`, chosen)).status).toBe("ready_for_complete")
      const payment = { instruments: [CARD] }
      const waiting = await call("POST", `/checkout-sessions/${id}/complete`, { payment })
      expect(waiting.status).toBe("requires_escalation")
      await authenticate(String(waiting.continue_url))
      const { order } = await eventually(async () => {
        const checkout = await call("GET", `/checkout-sessions/${id}`)
        return checkout.status === "completed" ? checkout : undefined
      })
      order_id = (order as { id: string }).id
    })

    it("is paid at the bank by a purchase of signed requests with a token that is bound to its key [OAUTH-26, CNF-07]", async () => {
      const [row] = await sql<{ payment_id: string }>("select payment_id from gw_session where id = $1", [
        checkout_id,
      ])
      const { status, amounts } = await ledgerOf(row?.payment_id ?? "")
      expect(status).toBe("captured")
      const { totals } = await call("GET", `/orders/${order_id}`)
      expect(totals).toContainEqual(expect.objectContaining({ type: "total", amount: amounts.captured }))
    })

    it("verifies the webhook of its order, by the secret and by the store's key [CNF-07]", async () => {
      const [arrived] = (await receiver.waitFor(HOOK, ({ body }) => body.includes('"order.paid"'))).filter(
        ({ body }) => body.includes('"order.paid"')
      )
      if (!arrived) throw new Error("no order.paid has arrived")
      expect(verified(arrived, secret).data).toMatchObject({ status: "captured", checkout_id })
      expect(await isGenuine(arrived, receiver.at(HOOK))).toBe(true)
      const changed = { ...arrived, body: arrived.body.replace("captured", "refunded") }
      expect(isVerifiedBy(changed, secret)).toBe(false)
      expect(await isGenuine(changed, receiver.at(HOOK))).toBe(false)
    })
  })

  describe("is refused", () => {
    let renewed: oauth.TokenEndpointResponse
    beforeEach(async () => {
      renewed ??= await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          ...([server, client, authentication, String(tokens.refresh_token)] as const),
          { DPoP, ...INSECURE }
        )
      )
      tokens = renewed
    })

    it("with a signature by a key that its profile does not have [CNF-07]", async () => {
      await expect(call("GET", "/orders", undefined, newKey())).rejects.toMatchObject({ status: 401 })
    })

    it("with another key than the one to which its token is bound [CNF-07]", async () => {
      const own = DPoP
      DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"))
      await expect(call("GET", "/orders")).rejects.toMatchObject({ status: 401 })
      DPoP = own
      expect(await call("GET", "/orders")).toHaveProperty("orders")
    })

    it("after it has revoked its token, which introspection then shows [CNF-07]", async () => {
      const introspect = async () => {
        const asked = await oauth.introspectionRequest(
          ...([server, client, authentication, tokens.access_token] as const),
          INSECURE
        )
        return oauth.processIntrospectionResponse(server, client, asked)
      }
      expect(await introspect()).toMatchObject({ active: true, token_type: "DPoP" })
      const refresh_token = String(tokens.refresh_token)
      const revoked = await oauth.revocationRequest(server, client, authentication, refresh_token, INSECURE)
      await oauth.processRevocationResponse(revoked)
      expect(await introspect()).toEqual({ active: false })
      await expect(call("GET", "/orders")).rejects.toMatchObject({ status: 401 })
    })
  })
})
