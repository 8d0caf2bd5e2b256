import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"
import { callUcp, ucpToken } from "../support/ucp"
import { strict } from "../support/ucp-schemas"

interface Route {
  readonly method: string
  readonly path: string
  readonly token: boolean
  readonly scope?: string
}

/** The scope of a token that opens few routes. */
const OTHER = "dev.ucp.shopping.order:read"

let routes: Route[]
let tokens: { narrow: string; a2a: string }
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  const { body } = await callUcp("/gw-ucp/v1/discovery", undefined)
  routes = (body.routes as unknown as Route[]).filter(({ scope }) => scope)
  const agent = await Agent.withScopes("a2a:payments:read")
  tokens = { narrow: await ucpToken(OTHER), a2a: agent.access_token }
})
afterAll(() => switchSurfaces({ ucp_enabled: false }))

describe("the `Request-Id` of an answer", () => {
  const idOf = async (id: string, token?: string) => {
    const headers = { "request-id": id }
    return (await callUcp("/gw-ucp/v1/orders", token, { headers })).headers.get("request-id")
  }

  it("is the platform's, also on errors [UCP-09]", async () => {
    const id = randomUUID()
    expect([await idOf(id, tokens.narrow), await idOf(id)]).toEqual([id, id])
  })

  it("is a new one when the platform sends none or an invalid one [UCP-09]", async () => {
    for (const wrong of ["", "two words", "x".repeat(129)])
      expect(await idOf(wrong, tokens.narrow)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe.each([
  ["gw-ucp/v1", ""],
  ["gw-ucp/catalog/v1", "/catalog /products"],
  ["gw-ucp/checkout/v1", "/carts /cart-sessions /checkout-sessions /sessions"],
  ["gw-ucp/orders/v1", "/orders"],
])("every route below %s", (prefix, parts) => {
  const mirrored = () =>
    routes.filter(({ path }) =>
      parts.split(" ").some((part) => path === part || path.startsWith(part && `${part}/`))
    )
  const ask = ({ method, path }: Route, token?: string) =>
    callUcp(`/${prefix}${path.replace("{id}", "horezu-mug")}`, token, { method })

  it("is in the discovery document with its required scope [UCP-02]", () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(["GET /catalog/search", "POST /catalog/lookup", "GET /products/feed.json"])
    )
  })

  it("rejects a missing, an unknown or another surface's token with 401 [AUTH-02, AUTH-05]", async () => {
    for (const route of mirrored())
      for (const token of [undefined, tokens.a2a, "gwa_unknown"]) {
        const { status, body } = await ask(route, token)
        expect([route.path, status]).toEqual([route.path, 401])
        expect(strict("2026-04-08").refusal.parse(body).data.status).toBe(401)
      }
  })

  it("rejects a token without its exact scope with 403 and names the scope [AUTH-06, AUTH-20, ERR-13]", async () => {
    for (const route of mirrored().filter(({ scope }) => scope !== OTHER)) {
      const { status, body } = await ask(route, tokens.narrow)
      expect([route.path, status]).toEqual([route.path, 403])
      expect(body.data).toMatchObject({ status: 403, required_scope: route.scope })
      strict("2026-04-08").refusal.parse(body)
    }
  })
})
