import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { adminFetch } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { addressOf, type Route, routesBelow } from "../support/routes"
import { world } from "../support/world"

const ROUTES = [...routesBelow("/gw-"), ...routesBelow("/.well-known")]
const FURTHER: Route[] = [
  { method: "GET", template: "/gw-ucp/catalog/v1/products/feed" },
  { method: "OPTIONS", template: "/gw-ucp/v1/carts" },
  { method: "GET", template: "/gw-a2a/v1/nowhere" },
  { method: "DELETE", template: "/gw-a2a/v1/rpc" },
  { method: "GET", template: "/gw-bank/v1/%ff" },
]

const ask = (route: Route, headers: Record<string, string> = {}) =>
  fetch(`${world().base_url}${addressOf(route)}`, { method: route.method, redirect: "manual", headers })

const secured = ({ headers }: Response) =>
  ["x-content-type-options", "x-powered-by", "strict-transport-security"].map((name) => headers.get(name))

describe("every answer", () => {
  beforeAll(() =>
    switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
  )
  afterAll(() => switchSurfaces({ ucp_enabled: false, acp_enabled: false, app_enabled: false }))

  it("forbids browsers to guess its type, and names no software [HRD-06]", async () => {
    expect(ROUTES.length).toBeGreaterThan(80)
    for (const route of [...ROUTES, ...FURTHER]) {
      const answer = await ask(route)
      expect([route, ...secured(answer)]).toEqual([route, "nosniff", null, null])
      await answer.body?.cancel()
    }
  })

  it("does so on the merchant's API, too [HRD-06]", async () => {
    for (const route of routesBelow("/admin/agentic-commerce").filter(({ method }) => method === "GET")) {
      const answer = await adminFetch(addressOf(route))
      expect([route, ...secured(answer)]).toEqual([route, "nosniff", null, null])
      await answer.body?.cancel()
    }
  })

  it("demands HTTPS only in production [HRD-07]", async () => {
    const card = { method: "GET", template: "/.well-known/agent-card.json" }
    expect(secured(await ask(card, { "x-forwarded-proto": "https" }))).toEqual(["nosniff", null, null])
  })

  it("leaves the headers of the store's own routes unchanged", async () => {
    const { headers } = await fetch(`${world().base_url}/store/regions`)
    expect([headers.get("x-powered-by"), headers.get("x-content-type-options")]).toEqual(["Express", null])
  })
})
