import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { orderOf } from "../support/cart-orders"
import { adminGet } from "../support/merchant"
import { postForm, registerClient, switchSurfaces } from "../support/oauth-client"
import { expectOrderedOnce } from "../support/ordered-once"
import { AS_NEW, callsToday } from "../support/policy"
import { authenticate } from "../support/shopper"
import { Storefront } from "../support/storefront"
import { refusal } from "../support/ucp"
import { world } from "../support/world"

const settings = "/admin/agentic-commerce/settings"
const stop = () => switchSurfaces({ agents_stopped: true })
const letIn = () => switchSurfaces({ agents_stopped: false })
const at = (path: string, init?: RequestInit) => fetch(`${world().base_url}${path}`, init)

/** The newest settings change in the audit log. */
async function lastChange() {
  const path = "/admin/agentic-commerce/audit?type=settings_changed&limit=1"
  const { entries } = await adminGet<{ entries: { actor_type: string; detail: object }[] }>(path)
  return entries[0]
}

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: false })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})
afterEach(letIn)

describe("while all agents are stopped", () => {
  it("each surface rejects the next call in its own error format without counting it, and accepts calls again afterwards [SRV-25, SRV-15, ERR-07]", async () => {
    await switchSurfaces({ ucp_enabled: true })
    const calls = await callsToday(agent.client_id)
    await stop()
    const { status, headers, body } = await agent.call("agent/listSkills")
    expect([status, headers.get("retry-after"), body.error.data.code]).toEqual([
      503,
      "3600",
      "surface_disabled",
    ])
    const ucp = await at("/gw-ucp/v1/carts")
    expect([ucp.status, await ucp.json()]).toEqual([503, refusal("surface_disabled", 503)])
    expect(await callsToday(agent.client_id)).toBe(calls)
    await switchSurfaces({ acp_enabled: true, app_enabled: true })
    for (const path of ["/gw-acp/v1/nothing", "/gw-app/v1/nothing"])
      expect([path, (await at(path)).status]).toEqual([path, 503])
    await letIn()
    await switchSurfaces({ acp_enabled: false, app_enabled: false })
    expect((await agent.call("agent/listSkills")).status).toBe(200)
    expect(await callsToday(agent.client_id)).toBe(calls + 1)
    await switchSurfaces({ ucp_enabled: false })
  })

  it("registration, consent and token requests are rejected [SRV-25, OAUTH-27]", async () => {
    const client = await registerClient()
    await stop()
    const answers = await Promise.all([
      postForm("token", client, { grant_type: "refresh_token", refresh_token: "none" }),
      at("/gw-ucp/oauth/v1/register", { method: "POST", body: "{}" }),
      at(`/gw-ucp/oauth/v1/authorize?client_id=${client.client_id}`, { redirect: "manual" }),
    ])
    for (const { status, headers } of answers)
      expect([status, Number(headers.get("retry-after")) > 0]).toEqual([503, true])
  })

  it("the surface switches keep their values, and the audit log records the stop and its end [SRV-25, SRV-26]", async () => {
    await stop()
    expect(await adminGet(settings)).toMatchObject({
      settings: { agents_stopped: true, a2a_enabled: true, ucp_enabled: false },
    })
    expect(await lastChange()).toMatchObject({ actor_type: "user", detail: { agents_stopped: true } })
    await letIn()
    expect(await adminGet(settings)).toMatchObject({ settings: { ...AS_NEW, a2a_enabled: true } })
    expect(await lastChange()).toMatchObject({ detail: { agents_stopped: false } })
  })

  it("open streams end, and continue afterwards from where they ended [SRV-25, EVT-11]", async () => {
    const { task_id } = await agent.createPayment()
    const stream = await agent.stream(task_id)
    await stop()
    const ended = await stream.text()
    expect(ended).toContain('"state":"input-required"')
    expect(ended).not.toContain('"final":true')
    expect((await agent.stream(task_id)).status).toBe(503)
    await letIn()
    const leaving = new AbortController()
    expect((await agent.stream(task_id, {}, leaving.signal)).status).toBe(200)
    leaving.abort()
  })

  it("a running payment settles, the customer's return page works, and the agent reads the result afterwards [SRV-18, SRV-27]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await stop()
    const { redirect_url } = await authenticate(artifacts.sca_redirect_url)
    const back = await fetch(redirect_url)
    expect([back.status, await back.text()]).toEqual([
      200,
      expect.stringContaining('data-outcome="confirmed"'),
    ])
    await eventually(async () => {
      const { payment } = await adminGet<{ payment?: { status: string } }>(
        `/admin/agentic-commerce/payments/${artifacts.payment_id}`
      )
      return payment?.status === "captured" || undefined
    })
    await letIn()
    expect((await agent.settled(task_id)).state).toBe("completed")
  })

  it("an ordinary storefront checkout is paid and becomes an order [SRV-27, SRV-05]", async () => {
    await stop()
    const shop = new Storefront()
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("the discovery documents answer, and bank notifications are judged by their signature [SRV-16, SRV-18, SRV-27]", async () => {
    await stop()
    for (const path of [
      "/.well-known/agent-card.json",
      "/.well-known/oauth-authorization-server",
      "/.well-known/ucp",
    ])
      expect([path, (await at(path)).status]).toEqual([path, 200])
    expect((await at("/gw-bank/v1/ipn", { method: "POST", body: "{}" })).status).toBe(401)
  })
})
