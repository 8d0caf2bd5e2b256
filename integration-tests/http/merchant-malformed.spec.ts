import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DEFAULT_RETENTION } from "../../src/domain/retention"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import {
  always,
  expectSound,
  halfNonsense,
  mutated,
  mutationOf,
  oneMemberWrong,
  WAIT_TIMEOUT,
  postGarbage,
  wrongText,
} from "../support/malformed"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
import { world } from "../support/world"

const root = "/admin/agentic-commerce"
const HOURS = { time_zone: "UTC", days: { mon: ["09:00-17:00"] } }
const SPENDING = { currency: "EUR", max_per_payment: 5000, max_per_day: 9000, approval_above: 1000 }
const LIMITS = { minute: 5, hour: null }

let client_id: string
let grant_id: string

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  const client = await registerClient()
  await obtainTokens(client, "admin")
  client_id = client.client_id
  const { grants } = await adminGet<{ grants: [{ id: string }] }>(`${root}/clients/${client_id}/grants`)
  grant_id = grants[0].id
})

afterAll(async () => {
  await changeSettings({ ...AS_NEW, retention: { ...DEFAULT_RETENTION } })
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: false })
})

/** Medusa's own error body. */
const sound = (answer: Promise<Response>) => expectSound(answer, "message")

/** Every request body the admin API accepts: its path, a valid body, and further member names. */
const BODIES: [string, object, string[]][] = [
  [
    "/settings",
    { ...AS_NEW, a2a_hours: HOURS, a2a_enabled: true },
    ["ucp_enabled", "acp_enabled", "app_enabled"],
  ],
  ["/clients/{client}", { ip_allow: ["10.0.0.0/8"], hours: HOURS, limits: LIMITS }, []],
  ["/clients/{client}/approve", {}, []],
  ["/clients/{client}/secret", {}, []],
  ["/clients/{client}/grants/{grant}/revoke", { reason: "test" }, []],
  ["/clients/{client}/revoke", { reason: "test" }, []],
  ["/clients/{client}", { spending: { only_these_currencies: true, rules: [SPENDING] } }, []],
  ["/settings", { retention: { sessions: 30, audit: 365 } }, []],
  ["/sandbox", { flavor: "a2a" }, []],
  ["/alerts/alr_none/acknowledge", {}, ["note"]],
  ["/approvals/apr_none/approve", { note: "test" }, []],
  ["/approvals/apr_none/refuse", { note: "test" }, []],
  ["/customers/export", { email: "unknown@private.example" }, []],
  ["/customers/cus_none/export", {}, ["email"]],
  ["/customers/erase", { email: "unknown@private.example", reason: "test" }, []],
  ["/customers/cus_none/erase", { reason: "test" }, []],
  ["/webhooks/whk_none/replay", { state: "dead", from: "2026-11-01T00:00:00Z", cursor: "x" }, ["to"]],
  ["/payments/pay_none/capture", { amount: 100 }, []],
  ["/payments/pay_none/refund", { amount: 100, reason: "test" }, []],
  [
    "/reconciliations",
    { csv: "order;amount\nA;1.00", columns: { kind: "type" }, currency: "EUR", time_zone: "UTC" },
    [],
  ],
  ["/payments/pay_none/review/resolve", { note: "test", review_reason: "test" }, []],
]

const LISTS: [string, Record<string, string>][] = [
  ["/clients", { limit: "2", cursor: "WyIiXQ", q: "a", status: "approved", flavor: "a2a" }],
  ["/clients/{client}/grants", { limit: "2", cursor: "WyIiXQ" }],
  ["/clients/export", { q: "a", status: "approved", flavor: "a2a", access: "true" }],
  ["/tasks/export", { state: "failed", skill: "create_payment", client_id: "a2a_1", q: "1042" }],
  ["/alerts", { limit: "2", cursor: "WyIiXQ", status: "open", kind: "dispute" }],
  ["/approvals", { limit: "2", cursor: "WyIiXQ", status: "waiting", client_id: "a2a_1", order: "amount" }],
  ["/approvals/export", { kind: "refund", q: "1042", created_from: "2026-01-01" }],
  [
    "/webhooks",
    { limit: "2", cursor: "WyIiXQ", status: "active", client_id: "a2a_1", q: "hook", order: "url" },
  ],
  ["/overview", { from: "2026-11-01", to: "2026-11-02" }],
  ["/funnel", { limit: "2", from: "2026-11-01", to: "2026-11-02", client_id: "a2a_1", currency: "EUR" }],
  [
    "/audit",
    {
      limit: "2",
      cursor: "WyIiXQ",
      type: "call_refused",
      client_id: "a2a_1",
      from: "2026-01-01",
      to: "2027-01-01",
      q: "late delivery",
      order: "-at",
    },
  ],
  ["/payments", { limit: "2", status: "captured", review: "true", order_id: "order_1", cursor: "pay_1" }],
  ["/payments", { currency: "EUR", created_from: "2026-01-01", created_to: "2027-01-01", q: "1042" }],
  ["/tasks", { limit: "2", state: "failed", skill: "create_payment", client_id: "a2a_1", cursor: "WyIiXQ" }],
  ["/tasks", { q: "1042", order: "created_at" }],
]

const path = (template: string) => root + template.replace("{client}", client_id).replace("{grant}", grant_id)

describe("malformed requests never cause a server error", { timeout: WAIT_TIMEOUT }, () => {
  it.each(BODIES)("in the body of %s", async (template, valid, more) => {
    const nested = Object.entries(valid).filter(([, value]) => typeof value === "object" && value !== null)
    const inside = nested.map(([name, value]) =>
      oneMemberWrong(value as object).map((wrong) => ({ ...valid, [name]: wrong }))
    )
    await always(
      halfNonsense(fc.oneof(oneMemberWrong(valid, more), ...inside)),
      async ({ nonsense, mutation }) => {
        if (!nonsense) return void (await sound(adminPost(path(template), mutation)))
        const { status } = await sound(postGarbage(world().base_url + path(template), nonsense))
        expect(status).toBeOneOf([400, 401])
      }
    )
  })

  it.each(LISTS)("in the query of %s", async (template, valid) => {
    await always(mutationOf(Object.keys(valid)), async (mutation) => {
      const text = Buffer.from(mutation.text.slice(0, 2000)).toString()
      await sound(adminFetch(`${path(template)}?${mutated(valid, { ...mutation, text })}`))
    })
  })

  it.each([
    ["GET", "/clients/{wrong}"],
    ["POST", "/clients/{wrong}/approve"],
    ["POST", "/clients/{wrong}/secret"],
    ["GET", "/clients/{wrong}/grants"],
    ["POST", "/clients/{client}/grants/{wrong}/revoke", { reason: "test" }],
    ["POST", "/clients/{wrong}/revoke", { reason: "test" }],
    ["DELETE", "/sandbox/{wrong}"],
    ["GET", "/payments/{wrong}"],
    ["POST", "/payments/{wrong}/refund"],
    ["POST", "/payments/{wrong}/reconcile"],
    ["GET", "/tasks/{wrong}"],
    ["POST", "/payments/{wrong}/capture"],
    ["POST", "/payments/{wrong}/void"],
    ["POST", "/payments/{wrong}/review/resolve", { note: "test" }],
    ["POST", "/alerts/{wrong}/acknowledge"],
    ["POST", "/approvals/{wrong}/approve"],
    ["POST", "/customers/{wrong}/export", {}],
    ["POST", "/customers/{wrong}/erase", { reason: "test" }],
    ["GET", "/webhooks/{wrong}"],
    ["GET", "/webhooks/{wrong}/deliveries"],
    ["POST", "/webhooks/{wrong}/disable"],
    ["POST", "/webhooks/{wrong}/replay"],
  ] as [string, string, object?][])("in the path of %s %s", async (method, template, sent = {}) => {
    await always(wrongText, async (text) => {
      const wrong = encodeURIComponent(Buffer.from(text.slice(0, 1000)).toString())
      const body = method === "POST" ? { body: JSON.stringify(sent) } : {}
      await sound(adminFetch(path(template).replace("{wrong}", wrong), { method, ...body }))
    })
  })
})
