import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { allow, waitingOf } from "../support/approvals"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminFetch, adminGet } from "../support/merchant"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { changeSettings } from "../support/policy"
import { paid } from "../support/payments"
import { emailOf, freshName, newCustomer, paidByAgent } from "../support/privacy"
import { Receiver } from "../support/receiver"
import { addressOf, routesBelow } from "../support/routes"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { newestThat, subscribe } from "../support/webhooks"

inOwnWorld({
  GW_CARD_KEY: newPrivateKey(),
  GW_ENCRYPTION_KEY: newEncryptionKey(),
  GW_DEBUG: "true",
  GW_ALLOW_PRIVATE_NETWORKS: "true",
})

const ROOT = "/admin/agentic-commerce"
const DOING = routesBelow(ROOT).filter(({ method }) => method !== "GET")
const nameOf = ({ method, template }: (typeof DOING)[number]) => `${method} ${template.slice(ROOT.length)}`

/** They change only how one member of the staff sees a list. */
const PERSONAL: readonly string[] = ["POST /views", "DELETE /views/[id]"]
const AUDITED = DOING.filter((route) => !PERSONAL.includes(nameOf(route)))

/** A staff action: the type of its audit log entry, what creates its target, and its request body. */
interface Act {
  readonly type: string
  readonly to?: () => Promise<Record<string, string>>
  readonly body?: object | (() => Promise<object>)
}

let agent: Agent
let buyer: Buyer
let receiver: Receiver
let staff: string

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  await changeSettings({ sandbox_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  buyer = await Buyer.forGuests()
  receiver = await Receiver.listen()
  staff = (await adminGet<{ user: { id: string } }>("/admin/users/me")).user.id
})
afterAll(() => receiver?.close())

const clientOf = async () => ({ id: (await registerClient()).client_id })
const paymentOf = async (task: Promise<Task>) => ({ id: (await task).artifacts.payment_id })
const webhook = async () => ({ id: (await subscribe(buyer, receiver.at(`/${randomUUID()}`))).id })
const customer = async () => ({ id: (await newCustomer()).id })
const reason = { reason: "test" }

async function delivered(): Promise<Record<string, string>> {
  const { id } = await webhook()
  await buyer.send(`/webhooks/${id}/ping`, { body: {} })
  const { id: delivery_id } = await newestThat(buyer, id, ({ state }) => state === "delivered")
  return { id, delivery_id }
}

async function disabled(): Promise<Record<string, string>> {
  const { id } = await webhook()
  await adminFetch(`${ROOT}/webhooks/${id}/disable`, { method: "POST" })
  return { id }
}

async function waiting(): Promise<Record<string, string>> {
  const asking = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  await allow(asking.client_id, { approval_above: 1 })
  await asking.createPayment()
  return { id: (await waitingOf(asking.client_id)).id }
}

const ACTS: Record<string, Act> = {
  "POST /settings": { type: "settings_changed", body: { approval_required: false } },
  "POST /clients/[id]": { type: "client_access_changed", to: clientOf, body: { whole_store: true } },
  "POST /clients/[id]/approve": {
    type: "client_approved",
    async to() {
      const client = await clientOf()
      await sql("update gw_oauth_client set status = 'pending' where id = $1", [client.id])
      return client
    },
  },
  "POST /clients/[id]/secret": { type: "client_secret_rotated", to: clientOf },
  "POST /clients/[id]/revoke": { type: "client_revoked", to: clientOf, body: reason },
  "POST /clients/[id]/grants/[grant_id]/revoke": {
    type: "consent_revoked",
    async to() {
      const client = await registerClient()
      await obtainTokens(client, "admin")
      const id = client.client_id
      const { grants } = await adminGet<{ grants: [{ id: string }] }>(`${ROOT}/clients/${id}/grants`)
      return { id, grant_id: grants[0].id }
    },
    body: reason,
  },
  "POST /sandbox": { type: "sandbox_issued", body: { flavor: "a2a" } },
  "DELETE /sandbox/[flavor]": {
    type: "sandbox_disabled",
    async to() {
      await adminFetch(`${ROOT}/sandbox`, { method: "POST", body: JSON.stringify({ flavor: "ucp" }) })
      return { flavor: "ucp" }
    },
  },
  "POST /registration-token": { type: "registration_token_issued" },
  "DELETE /registration-token": {
    type: "registration_token_ended",
    async to() {
      await adminFetch(`${ROOT}/registration-token`, { method: "POST" })
      return {}
    },
  },
  "POST /test-run": { type: "test_run_started" },
  "POST /alerts/[id]/acknowledge": {
    type: "alert_acknowledged",
    async to() {
      const id = `alr_${randomUUID()}`
      const row = `insert into gw_alert (id, kind, subject, data, notified_at)
                   values ($1, 'signature_failures', $1, '{"count": 1, "last_reason": "test"}', now())`
      await sql(row, [id])
      return { id }
    },
  },
  "POST /alerts/[id]/reopen": {
    type: "alert_reopened",
    async to() {
      const id = `alr_${randomUUID()}`
      const row = `insert into gw_alert (id, kind, subject, data, notified_at, acknowledged_at)
                   values ($1, 'signature_failures', $1, '{"count": 1, "last_reason": "test"}', now(), now())`
      await sql(row, [id])
      return { id }
    },
  },
  "POST /alerts/test": {
    type: "alert_test_sent",
    async to() {
      await changeSettings({ alert_slack_url: receiver.at("/alerts") })
      return {}
    },
    body: { destination: "slack" },
  },
  "POST /alerts/webhook-secret": { type: "settings_changed" },
  "DELETE /alerts/webhook-secret": {
    type: "settings_changed",
    async to() {
      await adminFetch(`${ROOT}/alerts/webhook-secret`, { method: "POST" })
      return {}
    },
  },
  "POST /approvals/[id]/approve": { type: "approval_decided", to: waiting },
  "POST /approvals/[id]/refuse": { type: "approval_decided", to: waiting },
  "POST /payments/[id]/capture": {
    type: "payment_capture_requested",
    to: () => paymentOf(paid(agent, { capture: "manual" })),
  },
  "POST /payments/[id]/void": {
    type: "payment_void_requested",
    to: () => paymentOf(paid(agent, { capture: "manual" })),
  },
  "POST /payments/[id]/refund": { type: "payment_refund_requested", to: () => paymentOf(paid(agent)) },
  "POST /payments/[id]/reconcile": { type: "payment_reconcile_requested", to: () => paymentOf(paid(agent)) },
  "POST /reconciliations": { type: "payments_reconciled", body: { csv: "order;amount;currency\nA-1;5;EUR" } },
  "POST /payments/[id]/review/resolve": {
    type: "payment_review_resolved",
    async to() {
      const { id } = await paymentOf(paid(agent))
      await sql("insert into gw_review (payment_id, reason, source) values ($1, 'test', 'test')", [id])
      await sql("update gw_payment set review_reason = 'test' where id = $1", [id])
      return { id }
    },
    body: { note: "test" },
  },
  "POST /webhooks/[id]/ping": { type: "webhook_pinged", to: webhook },
  "POST /webhooks/[id]/disable": { type: "webhook_disabled", to: webhook },
  "POST /webhooks/[id]/enable": { type: "webhook_enabled", to: disabled },
  "POST /webhooks/[id]/replay": { type: "webhook_replayed", to: delivered, body: { state: "all" } },
  "POST /webhooks/[id]/deliveries/[delivery_id]/retry": { type: "webhook_replayed", to: delivered },
  "POST /customers/[id]/export": { type: "customer_exported", to: customer },
  "POST /customers/[id]/erase": { type: "customer_erased", to: customer, body: reason },
  "POST /customers/export": { type: "customer_exported", body: () => guest() },
  "POST /customers/erase": { type: "customer_erased", body: async () => ({ ...(await guest()), ...reason }) },
}

/** The email of a customer who paid without an account. */
async function guest(): Promise<{ email: string }> {
  const name = freshName()
  await paidByAgent(agent, name)
  return { email: emailOf(name) }
}

interface Entry {
  readonly type: string
  readonly actor_type: string
  readonly actor_id: string
  readonly detail: { readonly request_id?: string }
}

/** The audit log entries of one request. */
async function entriesOf(request_id: string): Promise<Entry[]> {
  const { entries } = await adminGet<{ entries: Entry[] }>(`${ROOT}/audit?limit=100`)
  return entries.filter(({ detail }) => detail.request_id === request_id)
}

describe("staff actions [ADM-24]", () => {
  it("have a case here for every route that changes something", () => {
    expect(Object.keys(ACTS).sort()).toEqual(AUDITED.map(nameOf).sort())
  })

  it("that change only their own view of a list leave no entry", async () => {
    const request_id = `req-${randomUUID()}`
    const body = { list: "audit", name: "Mine", filters: {}, order: null }
    const headers = { "x-request-id": request_id }
    const saved = await adminFetch(`${ROOT}/views`, { method: "POST", headers, body: JSON.stringify(body) })
    expect(saved.status).toBe(200)
    const { view } = (await saved.json()) as { view: { id: string } }
    expect((await adminFetch(`${ROOT}/views/${view.id}`, { method: "DELETE", headers })).status).toBe(200)
    expect(await entriesOf(request_id)).toEqual([])
  })

  it.each(AUDITED.map((route) => [nameOf(route), route] as const))(
    "by %s leave one audit log entry with the staff member and the request id",
    async (name, route) => {
      const { type, to, body = {} } = ACTS[name] as Act
      const address = addressOf(route, await to?.())
      const request_id = `req-${randomUUID()}`
      const sent = JSON.stringify(typeof body === "function" ? await body() : body)
      const init = { method: route.method, headers: { "x-request-id": request_id } }
      const response = await adminFetch(address, { ...init, ...(route.method === "POST" && { body: sent }) })
      expect([response.status, await response.text()]).toEqual([
        expect.toBeOneOf([200, 202]),
        expect.any(String),
      ])
      expect(await entriesOf(request_id)).toMatchObject([{ type, actor_type: "user", actor_id: staff }])
    }
  )

  it("leave no audit log entry when they are rejected", async () => {
    const { id } = await disabled()
    const request_id = `req-${randomUUID()}`
    const headers = { "x-request-id": request_id }
    const unknown = `pay_${"0".repeat(24)}`
    for (const path of [`/webhooks/${id}/ping`, `/payments/${unknown}/reconcile`, "/customers/none/export"])
      expect((await adminFetch(ROOT + path, { method: "POST", headers })).ok).toBe(false)
    expect(await entriesOf(request_id)).toEqual([])
  })

  afterAll(() =>
    eventually(async () => {
      const { test_run } = await adminGet<{ test_run: { state: string } | null }>(`${ROOT}/test-run`)
      return test_run?.state === "running" ? undefined : true
    })
  )
})
