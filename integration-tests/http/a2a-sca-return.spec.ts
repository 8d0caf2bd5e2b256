import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { countLookupsOf } from "../support/bank-ledger"
import { tokenize } from "../support/cards"
import { sql } from "../support/database"
import { orderNumber, refundInAdmin } from "../support/merchant"
import { obtainCode, redeem, registerClient, switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("the page the customer returns to from the bank", () => {
  it("ignores the query: a forged approval leaves the payment open, and the page reloads itself [A2A-53, A2A-51, A2A-52]", async () => {
    const task = await agent.createPayment()
    const page = await back(`/gw-a2a/v1/sca/return/${task.task_id}?gwb_result=approved&gwb_payment=pay_1`)
    expect(page).toMatchObject({ status: 200, outcome: "waiting", reloads: true })
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("queries the bank and shows the outcome before any notification arrives [A2A-51, A2A-52, BANK-16]", async () => {
    const task = await agent.createPayment()
    const { redirect_url } = await authenticate(task.artifacts.sca_redirect_url)
    const { pathname, search } = new URL(redirect_url)
    expect(await back(pathname + search)).toMatchObject({
      status: 200,
      outcome: "confirmed",
      reloads: false,
    })
    const declined = await agent.createPayment()
    const end = new URL((await authenticate(declined.artifacts.sca_redirect_url, "decline")).redirect_url)
    expect(await back(end.pathname + end.search)).toMatchObject({ outcome: "failed" })
  })

  it("shows a partial refund, a full refund, and that the order could not be completed [A2A-52]", async () => {
    const paid = await agent.createPayment({ amount: 2000 })
    const { redirect_url } = await authenticate(paid.artifacts.sca_redirect_url)
    const { pathname, search } = new URL(redirect_url)
    const page = () => back(pathname + search)
    await agent.settled(paid.task_id)
    const order = await orderNumber(paid.artifacts.shop_order_id)
    expect((await refundInAdmin(order, 5)).status).toBe(200)
    const partly = await page()
    expect([partly.outcome, partly.text]).toEqual([
      "confirmed",
      expect.stringContaining("5.00 EUR of 20.00 EUR was refunded."),
    ])
    expect((await refundInAdmin(order, 15)).status).toBe(200)
    const wholly = await page()
    expect([wholly.outcome, wholly.text]).toEqual([
      "refunded",
      expect.stringContaining("20.00 EUR of 20.00 EUR was refunded."),
    ])
    expect(wholly.text).not.toContain("could not complete")
    await sql("update gw_payment set announced_at = null where id = $1", [paid.artifacts.payment_id])
    expect((await page()).text).toContain("The store could not complete your order.")
  })

  it("shows that the store is checking a payment that needs review [A2A-52]", async () => {
    const paid = await agent.createPayment()
    const { redirect_url } = await authenticate(paid.artifacts.sca_redirect_url)
    const { pathname, search } = new URL(redirect_url)
    await agent.settled(paid.task_id)
    await sql(
      "update gw_payment set announced_at = null, review_reason = 'the payment could not be refunded' where id = $1",
      [paid.artifacts.payment_id]
    )
    const page = await back(pathname + search)
    expect(page).toMatchObject({ outcome: "checking", reloads: false })
    expect(page.text).not.toContain("could not be refunded")
  })

  it("needs no bearer token and works while the surface is off [A2A-50, AUTH-03, SRV-18]", async () => {
    const task = await agent.createPayment()
    await switchSurfaces({ a2a_enabled: false })
    expect((await back(`/gw-a2a/v1/sca/return/${task.task_id}`)).status).toBe(200)
    await switchSurfaces({ a2a_enabled: true })
  })

  it.each(["task_000000000000000000000000", "%FF"])("shows a not-found page for the task %s", async (id) => {
    const response = await fetch(`${world().base_url}/gw-a2a/v1/sca/return/${id}`)
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(await response.text()).toMatch(/data-outcome="(task_)?not_found"/)
  })

  it.each([
    ["payment", "merchant_reference", () => agent.createPayment()],
    ["card_token", "bank_token_id", async () => tokenize(await Agent.withScopes("a2a:payments:tokenize"))],
  ] as const)(
    "queries the bank once for a %s when ten page loads arrive at once, and again after two seconds [A2A-51]",
    async (table, name, begin) => {
      const { task_id, artifacts } = await begin()
      const path = `/gw-a2a/v1/sca/return/${task_id}`
      const [row] = await sql<{ name: string }>(
        `select s.${name} as name from gw_${table} s join gw_task t on t.waits_for = s.id where t.id = $1`,
        [task_id]
      )
      const lookups = () => countLookupsOf(String(row?.name))
      const before = await lookups()
      const began = Date.now()
      const pages = await Promise.all(Array.from({ length: 10 }, () => back(path)))
      for (const page of pages) expect(page).toMatchObject({ status: 200, outcome: "waiting" })
      const made = (await lookups()) - before
      expect(made).toBeGreaterThanOrEqual(1)
      // The next query is possible two seconds after the last one, which a busy machine reaches.
      expect(made).toBeLessThanOrEqual(1 + Math.floor((Date.now() - began) / 2000))
      await authenticate(artifacts.sca_redirect_url)
      await sql(
        `update gw_${table} set queried_at = queried_at - interval '2 seconds'
          where id = (select waits_for from gw_task where id = $1)`,
        [task_id]
      )
      expect((await back(path)).outcome).toBe("confirmed")
    }
  )
})

describe("a customer whose agent sent a return_url", () => {
  const return_url = "https://agent.example/thanks?order=7"
  const withReturn = () => agent.createPayment({ return_url })

  it.each([
    ["completed", "approve"],
    ["failed", "decline"],
    ["failed", "cancel"],
  ] as const)(
    "is redirected there with the task id and the state %s [A2A-52, A2A-55]",
    async (state, action) => {
      const task = await withReturn()
      const { redirect_url } = await authenticate(task.artifacts.sca_redirect_url, action)
      expect(await sentTo(redirect_url)).toBe(`${return_url}&task_id=${task.task_id}&state=${state}`)
    }
  )

  it("is also redirected after a card was saved", async () => {
    const keeper = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
    const task = await tokenize(keeper, { return_url: "https://agent.example" })
    const { redirect_url } = await authenticate(task.artifacts.sca_redirect_url)
    const expected = `https://agent.example/?task_id=${task.task_id}&state=completed`
    expect(await sentTo(redirect_url)).toBe(expected)
  })

  it("is redirected after a short wait while the outcome is unknown, and the query is ignored [A2A-51, A2A-55]", async () => {
    const task = await withReturn()
    const forged = `${pageOf(task)}?gwb_result=approved&state=completed&return_url=https://evil.example`
    expect(await sentTo(forged)).toBe(`${return_url}&task_id=${task.task_id}&state=input-required`)
  })

  it("stays on the store's page when the origin is no longer registered or the client is revoked [A2A-55]", async () => {
    const mover = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const task = await mover.createPayment({ return_url })
    const { redirect_url } = await authenticate(task.artifacts.sca_redirect_url)
    const change = (column: string, value: string) =>
      sql(`update gw_oauth_client set ${column} = $2 where id = $1`, [mover.client_id, value])
    expect(await sentTo(redirect_url)).toContain("https://agent.example/")
    await change("redirect_uris", "{https://elsewhere.example/callback}")
    expect(await sentTo(redirect_url)).toBeNull()
    await change("redirect_uris", "{https://agent.example/callback}")
    expect(await sentTo(redirect_url)).toContain("https://agent.example/")
    await change("status", "revoked")
    expect(await sentTo(redirect_url)).toBeNull()
  })

  it("is not redirected to an address that was changed in the database", async () => {
    const task = await withReturn()
    await sql("update gw_payment set continue_url = 'https://evil.example/' where id = $1", [
      task.artifacts.payment_id,
    ])
    expect(await sentTo(pageOf(task))).toBeNull()
  })
})

describe("a return_url", () => {
  it.each([
    ["another origin", "https://evil.example/thanks"],
    ["another port", "https://agent.example:8443/thanks"],
    ["a subdomain", "https://pay.agent.example/thanks"],
    ["a host that starts with the registered host", "https://agent.example.evil.example/"],
    ["the host without TLS", "http://agent.example/thanks"],
    ["another host without TLS", "http://evil.example/"],
    ["an unregistered loopback address", "http://localhost:8080/"],
    ["a user before the host", "https://agent.example@evil.example/"],
    ["a user", "https://shopper@agent.example/"],
    ["a backslash before another host", "https:\\\\evil.example\\@agent.example/"],
    ["a fragment", "https://agent.example/#thanks"],
    ["an empty fragment", "https://agent.example/#"],
    ["a script", "javascript:alert(1)//https://agent.example/"],
    ["a data URL", "data:text/html,thanks"],
    ["an application's scheme", "com.example.agent:/thanks"],
    ["a relative address", "//agent.example/thanks"],
    ["empty", ""],
    ["an address with a parameter the gateway adds", "https://agent.example/?state=completed"],
    ["an address over 2000 characters", `https://agent.example/${"x".repeat(2000)}`],
  ])("is rejected when it is %s [A2A-54]", async (_, return_url) => {
    const input = { amount: 1500, currency: "EUR", return_url }
    const { body } = await agent.send("create_payment", input)
    expect(body.error).toMatchObject({
      code: -32602,
      data: { code: "invalid_params", issues: [{ path: "return_url" }] },
    })
  })

  it("may use the loopback port the agent is registered with, and no other", async () => {
    const redirect_uris = ["http://127.0.0.1:7777/callback", "com.example.agent:/callback"]
    const client = await registerClient({ redirect_uris, application_type: "native" })
    const changes = { redirect_uri: redirect_uris[0] as string }
    const { body } = await redeem(client, await obtainCode(client, "admin", changes), changes)
    const native = Agent.withToken(body.access_token as string)
    const create = (return_url: string) =>
      native.send("create_payment", { amount: 1500, currency: "EUR", return_url })
    expect((await create("http://127.0.0.1:7777/thanks")).body.result).toMatchObject({
      state: "input-required",
    })
    for (const other of ["http://127.0.0.1:7778/thanks", "com.example.agent:/thanks", "com.evil.app:/thanks"])
      expect((await create(other)).body.error).toMatchObject({ data: { code: "invalid_params" } })
  })
})

const pageOf = ({ task_id }: Task) => `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`

/** The address the page redirects the browser to; null when the page shows the outcome itself. */
async function sentTo(address: string): Promise<string | null> {
  const response = await fetch(address, { redirect: "manual" })
  expect([200, 303]).toContain(response.status)
  if (response.status === 200) expect(await response.text()).toContain("data-outcome")
  return response.headers.get("location")
}

async function back(
  path: string
): Promise<{ status: number; outcome: string | undefined; reloads: boolean; text: string }> {
  const response = await fetch(`${world().base_url}${path}`)
  const text = await response.text()
  const reloads = text.includes('http-equiv="refresh"')
  return { status: response.status, outcome: /data-outcome="(\w+)"/.exec(text)?.[1], reloads, text }
}
