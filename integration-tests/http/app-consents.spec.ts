import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { App, errorBody } from "../support/app"
import { closeApp, openApp } from "../support/app-family"
import { Buyer } from "../support/buyer"
import { adminGet } from "../support/merchant"
import { refresh } from "../support/oauth-client"
import type { NewCustomer } from "../support/privacy"

let ana: NewCustomer
let app: App
let other: App

beforeAll(async () => {
  ;({ ana, app, other } = await openApp())
})
afterAll(closeApp)

const end = (by: App, id: string) => by.send("DELETE", `/consents/${id}`)

/** The customer's consent to a client. */
async function consentTo(client_id: string) {
  const consent = (await app.consents()).find(({ agent }) => agent.client_id === client_id)
  if (!consent) throw new Error(`no consent for ${client_id}`)
  return consent
}

describe("the consents of a customer", () => {
  it("list each client with its scopes and dates, including the app itself, and only the customer's own [APP-09]", async () => {
    const buyer = await Buyer.forPerson(ana)
    expect(await consentTo(buyer.client_id)).toEqual({
      id: expect.stringMatching(/^grant_/) as string,
      agent: { client_id: buyer.client_id, name: "Test agent" },
      scopes: expect.arrayContaining(["dev.ucp.shopping.order:manage"]) as string[],
      resource: expect.stringMatching(/\/gw-ucp\/v1$/) as string,
      authorization_details: null,
      is_this_app: false,
      granted_at: expect.any(String) as string,
      last_used_at: expect.any(String) as string,
    })
    expect(await consentTo(app.client.client_id)).toMatchObject({ is_this_app: true })
    expect((await other.consents()).map(({ agent }) => agent.client_id)).toEqual([other.client.client_id])
  })

  it("end at once: the agent's next call is rejected, and ending them again changes nothing [APP-10]", async () => {
    const buyer = await Buyer.forPerson(ana)
    expect((await buyer.get("/orders")).status).toBe(200)
    const { id } = await consentTo(buyer.client_id)
    const answers = await Promise.all([end(app, id), end(app, id)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await buyer.get("/orders")).status).toBe(401)
    expect((await app.consents()).map((consent) => consent.id)).not.toContain(id)
    expect((await end(app, id)).status).toBe(204)
  })

  it("are in the audit log once, as revoked by the customer [APP-10]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const { id } = await consentTo(buyer.client_id)
    for (const _ of [1, 2]) await end(app, id)
    const path = `/admin/agentic-commerce/audit?type=consent_revoked&client_id=${buyer.client_id}`
    const { entries } = await adminGet<{ entries: object[] }>(path)
    expect(entries).toMatchObject([
      { actor_type: "customer", actor_id: ana.id, detail: { revoked_reason: "customer_revoked" } },
    ])
  })

  it("of the app itself end like any other [APP-10]", async () => {
    const own = await App.of(ana)
    const { id } = (await own.consents()).find(({ is_this_app }) => is_this_app) ?? { id: "" }
    expect((await end(own, id)).status).toBe(204)
    expect((await own.send("GET", "/consents")).status).toBe(401)
    expect((await refresh(own.client, own.refresh_token)).status).toBe(400)
    expect((await app.send("GET", "/consents")).status).toBe(200)
  })

  it("are not found by other customers, and stay [APP-11]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const { id } = await consentTo(buyer.client_id)
    for (const name of [id, "grant_none"]) {
      const { status, body } = await end(other, name)
      expect([status, body]).toEqual([404, errorBody("not_found", 404)])
    }
    expect((await buyer.get("/orders")).status).toBe(200)
  })

  it("are paged [APP-03]", async () => {
    const { body } = await app.send<{ consents: { id: string }[]; next_cursor: string }>(
      "GET",
      "/consents?limit=1"
    )
    const more = await app.send<{ consents: { id: string }[] }>(
      "GET",
      `/consents?limit=100&cursor=${body.next_cursor}`
    )
    const ids = [...body.consents, ...more.body.consents].map(({ id }) => id)
    expect(ids).toEqual((await app.consents()).map(({ id }) => id))
  })
})
