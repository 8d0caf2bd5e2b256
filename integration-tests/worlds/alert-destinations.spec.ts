import { randomUUID } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { alertAbout, bellEntriesOf } from "../support/alerts"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { changeSettings } from "../support/policy"
import { type Arrived, Receiver } from "../support/receiver"
import { everySetting } from "../support/store-keys"
import { storeLog } from "../support/store-log"
import { world } from "../support/world"

const own = inOwnWorld({ ...everySetting(), NOTIFICATION_CHANNELS: "feed,email" }, { fresh: true })

const ROOT = "/admin/agentic-commerce"
/** The part of a Slack-style URL that must stay secret. */
const TOKEN = `T0-${randomUUID()}`
const SLACK = `/services/${TOKEN}`
const EMAIL = "alerts@store.example"
const JOB = "notify-merchant"

let receiver: Receiver
let secret: string
beforeAll(async () => {
  receiver = await Receiver.listen()
})
afterAll(() => receiver?.close())

const settings = async () => {
  const { settings } = await adminGet<{ settings: Record<string, unknown> }>(`${ROOT}/settings`)
  return settings
}
const at = (path: string) => receiver.arrived.filter((one) => one.path === path)
const idOf = ({ headers }: Arrived) => String(headers["webhook-id"])

/** Raises an alert as a forged notification does; returns its id. */
async function raised(resolved_at: "null" | "now()" = "null"): Promise<string> {
  const id = `alr_${randomUUID()}`
  const data = { count: 1, last_reason: "test <!channel>", last_at: new Date() }
  await sql(
    `insert into gw_alert (id, kind, subject, data, resolved_at)
     values ($1, 'signature_failures', $1, $2, ${resolved_at})`,
    [id, JSON.stringify(data)]
  )
  return id
}

const stateOf = async (id: string, destination: string) => {
  const [row] = await sql<{ state: string; attempts: number; last_status: number; last_error: string }>(
    "select * from gw_alert_delivery where alert_id = $1 and destination = $2",
    [id, destination]
  )
  return row
}

/** The delivery once it satisfies the condition. */
const delivery = (
  id: string,
  destination: string,
  is: (row: { state: string; last_error: string }) => boolean
) =>
  eventuallyRunning(JOB, async () => {
    const row = await stateOf(id, destination)
    return row && is(row) ? row : undefined
  })
const isDelivered = ({ state }: { state: string }) => state === "delivered"

const makeDue = (id: string) =>
  sql("update gw_alert_delivery set next_at = now() where alert_id = $1 and state = 'pending'", [id])

/** Sets all destinations, with a new secret of the webhook. */
async function setAll(): Promise<void> {
  await changeSettings({
    alert_emails: [EMAIL],
    alert_slack_url: receiver.at(SLACK),
    alert_webhook_url: receiver.at("/alerts"),
  })
  const issued = await adminPost(`${ROOT}/alerts/webhook-secret`)
  secret = ((await issued.json()) as { token: string }).token
}

interface Tested {
  readonly test: {
    readonly delivered: boolean
    readonly status: number | null
    readonly reason: string | null
  }
}

async function test(destination: string): Promise<Tested["test"]> {
  const response = await adminPost(`${ROOT}/alerts/test`, { destination })
  expect(response.status).toBe(200)
  return ((await response.json()) as Tested).test
}

describe("the destinations of alerts", () => {
  it("name what they need, and are not tested before [ADM-80]", async () => {
    const { destinations } = await adminGet<{ destinations: object[] }>(`${ROOT}/alerts/destinations`)
    expect(destinations).toEqual([
      { destination: "email", missing: null, configured: "owner@store.example" },
      { destination: "webhook", missing: "address", configured: null },
      { destination: "slack", missing: "address", configured: null },
    ])
    for (const destination of ["webhook", "slack"]) {
      const refused = await adminPost(`${ROOT}/alerts/test`, { destination })
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("is not set up")])
    }
    await changeSettings({ alert_webhook_url: receiver.at("/alerts") })
    const unsigned = await adminPost(`${ROOT}/alerts/test`, { destination: "webhook" })
    expect([unsigned.status, await unsigned.text()]).toEqual([400, expect.stringContaining("signing secret")])
    expect(at("/alerts")).toEqual([])
  })

  it.each([
    { alert_emails: "owner@store.example" },
    { alert_emails: ["owner"] },
    { alert_emails: Array.from({ length: 21 }, (_, n) => `owner${n}@store.example`) },
    { alert_muted_kinds: ["weather"] },
    { alert_muted_kinds: "dispute" },
    { alert_webhook_url: "" },
    { alert_webhook_url: 7 },
    { alert_webhook_url: "ftp://store.example/x" },
    { alert_webhook_url: "https://user:word@store.example/x" },
    { alert_webhook_url: `https://store.example/${"x".repeat(2000)}` },
    { alert_webhook_url: `https://store.example/${"ă".repeat(1000)}` },
    { alert_slack_url: ["https://hooks.example/x"] },
    { alert_slack_url: "hooks" },
    { alert_slack_url: "http://169.254.169.254/latest" },
    { alert_slack_host: "hooks.example" },
    { alert_webhook_secret: "whsec_x" },
  ])("reject %j and name the member [ADM-80]", async (change) => {
    const before = await settings()
    const refused = await adminPost(`${ROOT}/settings`, change)
    const [member = ""] = Object.keys(change)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(member)])
    expect(await settings()).toEqual(before)
  })

  it.each([{}, { destination: "sms" }, { destination: ["slack"] }])("reject the test %j", async (body) => {
    expect((await adminPost(`${ROOT}/alerts/test`, body)).status).toBe(400)
  })

  it("show and log nothing of a Slack-style URL but its host, and the secret once [ADM-81]", async () => {
    const response = await adminPost(`${ROOT}/settings`, {
      alert_emails: [EMAIL, EMAIL],
      alert_slack_url: receiver.at(SLACK),
      alert_webhook_url: receiver.at("/alerts"),
    })
    const issued = await adminPost(`${ROOT}/alerts/webhook-secret`)
    secret = ((await issued.json()) as { token: string }).token
    expect([issued.headers.get("cache-control"), secret]).toEqual([
      "no-store",
      expect.stringMatching(/^whsec_/),
    ])
    const host = new URL(receiver.at("/")).host
    expect(await settings()).toMatchObject({
      alert_emails: [EMAIL],
      alert_webhook_url: receiver.at("/alerts"),
      alert_slack_host: host,
      alert_webhook_secret_at: expect.any(String) as string,
    })
    const [row] = await sql<{ row: string }>("select row_to_json(s)::text as row from gw_setting s")
    const audit = await (await adminFetch(`${ROOT}/audit?limit=100`)).text()
    expect(audit).toContain("alert_slack_set_at")
    const shown = [await response.text(), JSON.stringify(await settings()), audit, String(row?.row)]
    for (const text of [...shown, (await storeLog()).join()]) {
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain(secret)
    }
    expect(shown.slice(0, 3).join()).not.toMatch(/"alert_(slack_url|webhook_secret)"/)
  })
})

describe("a test alert", () => {
  beforeAll(setAll)

  it("arrives at each destination, signed at the webhook, and its result is returned [ADM-82]", async () => {
    expect(await test("webhook")).toEqual({ delivered: true, status: 200, reason: null })
    const [message] = at("/alerts")
    const verified = new Webhook(secret).verify(
      message?.body ?? "",
      message?.headers as Record<string, string>
    )
    expect(verified).toMatchObject({ type: "alert.test", data: { kind: "test", title: "Test alert" } })
    expect(await test("slack")).toEqual({ delivered: true, status: 200, reason: null })
    expect(JSON.parse(at(SLACK)[0]?.body ?? "")).toEqual({ text: expect.stringMatching(/^\*Test alert\*\n/) })
    expect(await test("email")).toEqual({ delivered: true, status: null, reason: null })
    const { notifications } = await adminGet<{ notifications: { to: string; template: string }[] }>(
      "/admin/notifications?channel=email&limit=100"
    )
    expect(notifications).toMatchObject([{ to: EMAIL, template: "agentic-gateway-alert" }])
  })

  it("that fails is reported with its status and reason, and never with the response's body [ADM-82]", async () => {
    receiver.answers.set("/alerts", [500])
    receiver.answers.set(SLACK, [307])
    expect(await test("webhook")).toEqual({ delivered: false, status: 500, reason: "answered 500" })
    expect(await test("slack")).toEqual({ delivered: false, status: 307, reason: "redirect_not_followed" })
    await changeSettings({ alert_webhook_url: "http://127.0.0.1:1/closed" })
    expect(await test("webhook")).toMatchObject({
      delivered: false,
      status: null,
      reason: expect.stringContaining("ECONNREFUSED") as string,
    })
    await changeSettings({ alert_webhook_url: receiver.at("/alerts") })
  })
})

describe("an alert", () => {
  beforeAll(setAll)
  beforeEach(() => void (receiver.arrived.length = 0))

  it("goes to every destination; one that fails gets it again with the same id, and stops no other [ADM-83]", async () => {
    receiver.answers.set("/alerts", [503])
    const id = await raised()
    await delivery(id, "slack", isDelivered)
    await delivery(id, "email", isDelivered)
    expect(await delivery(id, "webhook", ({ last_error }) => Boolean(last_error))).toMatchObject({
      state: "pending",
      last_status: 503,
      last_error: "answered 503",
    })
    await makeDue(id)
    await delivery(id, "webhook", isDelivered)
    await runJob(JOB)
    const messages = at("/alerts").filter((one) => idOf(one) === id)
    expect(messages.map(({ status }) => status)).toEqual([503, 200])
    const [, last] = messages
    const verified = new Webhook(secret).verify(last?.body ?? "", last?.headers as Record<string, string>)
    expect(verified).toMatchObject({ type: "alert.raised", id, data: { id, kind: "signature_failures" } })
    expect(at(SLACK)).toHaveLength(1)
    expect(at(SLACK)[0]?.body).toContain("test &lt;!channel&gt;")
    expect(await bellEntriesOf({ id })).toHaveLength(1)
    expect((await storeLog()).join()).not.toContain(TOKEN)
  })

  it("that a crashed server was sending is sent again, and is given up after its last attempt [ADM-83]", async () => {
    receiver.answers.set("/alerts", [500])
    const id = await raised()
    await delivery(id, "webhook", ({ last_error }) => Boolean(last_error))
    // A server that has leased the delivery for its last attempt and was killed.
    receiver.answers.set("/alerts", [500])
    await sql(
      "update gw_alert_delivery set attempts = 11, next_at = now() where alert_id = $1 and destination = 'webhook'",
      [id]
    )
    expect(await delivery(id, "webhook", ({ state }) => state === "dead")).toMatchObject({ attempts: 12 })
    await runJob(JOB)
    expect(at("/alerts").map(idOf)).toEqual([id, id])
    expect((await stateOf(id, "slack"))?.state).toBe("delivered")
  })

  it("of a kind that is switched off is only shown in the admin, and others are sent [ADM-84]", async () => {
    await changeSettings({ alert_muted_kinds: ["signature_failures"] })
    const muted = await raised()
    await alertAbout("signature_failures", muted)
    await changeSettings({ alert_muted_kinds: ["dispute"] })
    const sent = await raised()
    await delivery(sent, "webhook", isDelivered)
    expect(at("/alerts").map(idOf)).toEqual([sent])
    expect(await bellEntriesOf({ id: muted })).toHaveLength(1)
    await changeSettings({ alert_muted_kinds: [] })
  })

  it("is not sent to a destination that was removed meanwhile [ADM-83]", async () => {
    receiver.answers.set("/alerts", [500])
    const id = await raised()
    await delivery(id, "webhook", ({ last_error }) => Boolean(last_error))
    await changeSettings({ alert_webhook_url: null })
    await makeDue(id)
    await delivery(id, "webhook", ({ state }) => state === "dead")
    expect(at("/alerts")).toHaveLength(1)
    await changeSettings({ alert_webhook_url: receiver.at("/alerts") })
  })

  it("is not sent again once staff have handled it, nor by e-mail once it is over [ADM-83]", async () => {
    receiver.answers.set("/alerts", [500])
    const handled = await raised()
    await delivery(handled, "webhook", ({ last_error }) => Boolean(last_error))
    expect((await adminPost(`${ROOT}/alerts/${handled}/acknowledge`)).status).toBe(200)
    await makeDue(handled)
    const ended = await delivery(handled, "webhook", ({ state }) => state === "dead")
    expect(ended.last_error).toContain("handled")
    const over = await raised("now()")
    for (const destination of ["email", "webhook"])
      await sql(
        "insert into gw_alert_delivery (alert_id, destination, recipient) values ($1, $2, $3) on conflict do nothing",
        [over, destination, destination === "email" ? EMAIL : ""]
      )
    expect((await delivery(over, "email", ({ state }) => state === "dead")).last_error).toContain("over")
    await delivery(over, "webhook", isDelivered)
    expect(at("/alerts").map(idOf)).toEqual([handled, over])
  })

  it("is not sent to a destination that was set later, also while the bell cannot show it [ADM-83]", async () => {
    await changeSettings({ alert_webhook_url: null })
    const id = await raised()
    await delivery(id, "slack", isDelivered)
    await sql("update gw_alert set notified_at = null, leased_until = null where id = $1", [id])
    await changeSettings({ alert_webhook_url: receiver.at("/alerts") })
    await eventuallyRunning(JOB, async () => {
      const [row] = await sql<{ notified_at: Date | null }>("select * from gw_alert where id = $1", [id])
      return row?.notified_at ?? undefined
    })
    expect(await stateOf(id, "webhook")).toBeUndefined()
    expect(at("/alerts")).toEqual([])
  })

  it("is sent once by two servers [ADM-83]", async () => {
    const second = await own().startSecondStore()
    const ids = await Promise.all(Array.from({ length: 5 }, raised))
    const both = [world().base_url, second]
    await Promise.all([...both, ...both].map((base_url) => runJob(JOB, base_url)))
    for (const id of ids) await delivery(id, "webhook", isDelivered)
    for (const id of ids) await delivery(id, "slack", isDelivered)
    expect(at("/alerts").map(idOf).sort()).toEqual([...ids].sort())
    expect(at(SLACK)).toHaveLength(5)
  })
})

describe("a store that allows no private networks", () => {
  beforeAll(() => own().stopStore())
  beforeAll(() => own().startStore({ GW_ALLOW_PRIVATE_NETWORKS: "" }))

  it.each([
    "http://hooks.example/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://printer.local/x",
  ])("rejects %s as an address [ADM-85]", async (url) => {
    for (const member of ["alert_webhook_url", "alert_slack_url"]) {
      const refused = await adminPost(`${ROOT}/settings`, { [member]: url })
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining(`${member}: must`),
      ])
    }
  })

  it("sends nothing to a private address that was saved before [ADM-85]", async () => {
    receiver.arrived.length = 0
    for (const destination of ["webhook", "slack"])
      expect(await test(destination)).toEqual({
        delivered: false,
        status: null,
        reason: expect.stringMatching(/^the address must/) as string,
      })
    expect(receiver.arrived).toEqual([])
  })
})
