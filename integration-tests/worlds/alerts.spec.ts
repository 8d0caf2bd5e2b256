import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { alertAbout, bellEntriesOf, isOver, listAlerts, type ShownAlert } from "../support/alerts"
import { allow, decided, waitingOf } from "../support/approvals"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { FORGERIES } from "../support/forgeries"
import { deliver, signIpn } from "../support/gwb"
import { handOverCart } from "../support/hand-off"
import { runJob } from "../support/jobs"
import { disablePolling, lookUpNow, readEventsAgain } from "../support/lookups"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { payingAgent } from "../support/payments"
import { Receiver } from "../support/receiver"
import { authenticate } from "../support/shopper"
import { newestThat, subscribe } from "../support/webhooks"
import { world } from "../support/world"
import { inOwnWorld } from "../support/own-world"
import { METRICS_TOKEN, everySetting } from "../support/store-keys"
import { storeLog } from "../support/store-log"

inOwnWorld(everySetting(), { fresh: true })

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => readEventsAgain())

/** A payment about which the bank reports another amount. */
async function contradicted(): Promise<Task> {
  const task = await agent.createPayment({ customer: { email: "ana@shopper.example", name: "Ana Pop" } })
  await disablePolling(task.artifacts.payment_id)
  const raw = ipnBody({ ...captured(await paymentAtBank(task.artifacts.sca_redirect_url)), amount: 1400 })
  expect((await deliver(raw, signIpn(raw))).status).toBe(200)
  return task
}

const looked = ({ artifacts }: Task) =>
  sql("update gw_payment set review_reason = null where id = $1", [artifacts.payment_id])

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return (await fetch(`${world().base_url}/gw-metrics`, { headers })).text()
}

/** Resolves all open alerts, so that the tests do not affect each other. */
const endAll = () => sql("update gw_alert set resolved_at = now() where resolved_at is null")

describe("the merchant is notified once, in the admin's notification feed,", () => {
  it("of any number of forged notifications; an hour later they raise another alert [ADM-16]", async () => {
    await endAll()
    const genuine = ipnBody(
      captured(await paymentAtBank((await agent.createPayment()).artifacts.sca_redirect_url))
    )
    const forge = () =>
      Promise.all(FORGERIES.map(([_what, _status, _code, make]) => deliver(...make(genuine))))
    await Promise.all([forge(), forge()])
    const burst = ({ data, notified_at }: ShownAlert) =>
      Boolean(notified_at) && data.count === 2 * FORGERIES.length
    const alert = await alertAbout("signature_failures", "bank", burst)
    expect(await bellEntriesOf(alert)).toMatchObject([
      { to: "", channel: "feed", template: "admin-ui", data: { title: alert.title } },
    ])
    await sql(
      "update gw_alert set data = data || jsonb_build_object('last_at', now() - interval '61 minutes') where id = $1",
      [alert.id]
    )
    await alertAbout("signature_failures", "bank", isOver)
    await deliver(genuine, undefined)
    const another = ({ id, notified_at }: ShownAlert) => id !== alert.id && notified_at !== null
    const next = await alertAbout("signature_failures", "bank", another)
    expect(next.data).toMatchObject({ count: 1, last_reason: "signature_missing" })
    expect([(await bellEntriesOf(alert)).length, (await bellEntriesOf(next)).length]).toEqual([1, 1])
  })

  it("of no notification that is only malformed or repeated", async () => {
    await endAll()
    const genuine = ipnBody(
      captured(await paymentAtBank((await agent.createPayment()).artifacts.sca_redirect_url))
    )
    const token = signIpn(genuine)
    await Promise.all([deliver(genuine, token), deliver(genuine, token), deliver("{}", signIpn("{}"))])
    const { alerts } = await listAlerts({ kind: "signature_failures" })
    expect(alerts).toEqual([])
  })

  it("of a payment that needs review, without the customer's data; a crash after the notification repeats nothing [ADM-16]", async () => {
    const task = await contradicted()
    const { payment_id, shop_order_id } = task.artifacts
    const alert = await alertAbout("payment_review", payment_id)
    expect(alert).toMatchObject({
      title: `A payment needs review: order ${shop_order_id}`,
      resolved_at: null,
    })
    expect(alert.description).toBe(`15.00 EUR, payment ${payment_id}: amount differs.`)
    const bellEntries = await bellEntriesOf(alert)
    expect(bellEntries).toHaveLength(1)
    expect(JSON.stringify(bellEntries)).not.toMatch(/\bana\b|\bPop\b/i)
    // Simulates a server that was killed after it sent the notification and before it stored that.
    await sql("update gw_alert set notified_at = null, leased_until = null where id = $1", [alert.id])
    await alertAbout("payment_review", payment_id)
    expect(await bellEntriesOf(alert)).toHaveLength(1)
    await looked(task)
    await alertAbout("payment_review", payment_id, isOver)
    expect(await bellEntriesOf(alert)).toHaveLength(1)
  })

  it("of a bank that rejects the store's configuration, until a payment opened later is paid [ADM-16]", async () => {
    await endAll()
    await fault({ scope: { operation: "create" }, api: { status: 401 } })
    const rejected = async () => {
      const { body } = await agent.send("create_payment", { amount: 1500, currency: "EUR" })
      expect(body.error.data.code).toBe("bank_unavailable")
      return String(body.error.data.payment_id)
    }
    const ids = [await rejected(), await rejected()]
    const alert = await alertAbout("bank_configuration", "bank")
    expect(alert.title).toBe("The bank rejects the store's calls")
    expect(alert.data).toMatchObject({ code: "key_unknown" })
    expect(await bellEntriesOf(alert)).toHaveLength(1)
    await clearFaults()
    const [payment_id = ""] = ids
    await lookUpNow(payment_id)
    const [opened] = await sql<{ redirect_url: string }>(
      "select redirect_url from gw_payment where id = $1",
      [payment_id]
    )
    await authenticate(String(opened?.redirect_url))
    await eventually(async () => ((await ledgerOf(payment_id)).amounts.captured ? true : undefined))
    await performEffects(payment_id)
    const becomesPaymentOf = (route: string) =>
      sql("update gw_payment set route = $2 where id = $1", [payment_id, route])
    // A payment at another provider says nothing about the bank.
    await becomesPaymentOf("page")
    await runJob("notify-merchant")
    expect((await alertAbout("bank_configuration", "bank")).resolved_at).toBeNull()
    await becomesPaymentOf("bank")
    await alertAbout("bank_configuration", "bank", isOver)
  })

  it("of no configuration when the bank declines a payment or has too many calls", async () => {
    await endAll()
    await fault({ scope: { operation: "create", times: 1 }, api: { status: 429 } })
    await agent.send("create_payment", { amount: 1500, currency: "EUR" })
    await runJob("notify-merchant")
    expect((await listAlerts({ kind: "bank_configuration" })).alerts).toEqual([])
  })

  it("of a dispute, and not also of a payment that needs review [ADM-16]", async () => {
    const { payment_id } = (await agent.createPayment()).artifacts
    const dispute = (status: string) =>
      sql(
        `update gw_payment set disputes = $2, review_reason = 'Disputed by the cardholder: 9.00 EUR, fraudulent, open'
          where id = $1`,
        [payment_id, JSON.stringify([{ id: "dsp_1", amount: 900, reason: "fraudulent", status, at: "" }])]
      )
    await dispute("open")
    const alert = await alertAbout("dispute", `${payment_id}/dsp_1`)
    expect(alert.description).toBe(
      `9.00 EUR of payment ${payment_id}, reason: fraudulent. Answer dispute dsp_1 at the bank.`
    )
    expect(await bellEntriesOf(alert)).toHaveLength(1)
    const { alerts } = await listAlerts({ kind: "payment_review", status: "all", limit: "100" })
    expect(alerts.filter(({ data }) => data.payment_id === payment_id)).toEqual([])
    await dispute("won")
    await alertAbout("dispute", `${payment_id}/dsp_1`, isOver)
  })

  it("of a payment that waits for approval, until it is decided [ADM-16, ADM-28]", async () => {
    const asking = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(asking.client_id, { approval_above: 1000 })
    await asking.createPayment({ amount: 123_456 })
    const { id, expires_at } = await waitingOf(asking.client_id)
    const alert = await alertAbout("approval_waiting", id)
    expect(alert.data).toMatchObject({ approval_id: id, client_id: asking.client_id, amount: 123_456 })
    expect(alert.description).toBe(
      `1234.56 EUR for client ${asking.client_id}, approval ${id}. It expires at ${expires_at}.`
    )
    expect(await bellEntriesOf(alert)).toHaveLength(1)
    await decided(id, "refuse")
    await alertAbout("approval_waiting", id, isOver)
  })

  it("of an effect that failed eight times, and not of one that failed seven times", async () => {
    const { payment_id } = (await agent.createPayment()).artifacts
    const failing = (attempts: number) =>
      sql(
        `insert into gw_effect (payment_id, key, effect, not_before, attempts, last_error)
         values ($1, 'alerts', 'captured', now() + interval '1 hour', $2, 'no room')
         on conflict (payment_id, key) do update set attempts = excluded.attempts`,
        [payment_id, attempts]
      )
    await failing(7)
    try {
      await contradicted().then(({ artifacts }) => alertAbout("payment_review", artifacts.payment_id))
      const { alerts } = await listAlerts({ kind: "payments_stuck" })
      expect(alerts.filter(({ subject }) => subject === "effects_pending")).toEqual([])
      await failing(8)
      const alert = await alertAbout("payments_stuck", "effects_pending")
      expect([alert.data.count, (await bellEntriesOf(alert)).length]).toEqual([1, 1])
    } finally {
      await sql("delete from gw_effect where payment_id = $1 and key = 'alerts'", [payment_id])
    }
    await alertAbout("payments_stuck", "effects_pending", isOver)
  })

  it.each([
    ["page_payments_open", "a payment on the store's page that has not ended", openOnPage],
    ["paid_carts_open", "a paid cart of the storefront without an order", paidWithoutOrder],
  ])("of %s after an hour: %s [ADM-16]", async (backlog, _what, open) => {
    const { age, end } = await open()
    await age(50)
    try {
      await contradicted().then(({ artifacts }) => alertAbout("payment_review", artifacts.payment_id))
      const { alerts } = await listAlerts({ kind: "payments_stuck" })
      expect(alerts.filter(({ subject }) => subject === backlog)).toEqual([])
      await age(61)
      expect((await alertAbout("payments_stuck", backlog)).data).toMatchObject({ backlog, count: 1 })
    } finally {
      await end()
    }
    await alertAbout("payments_stuck", backlog, isOver)
  })

  /** A payment on the store's page, whose next check is not due. */
  async function openOnPage() {
    const { payment_id } = (await agent.createPayment()).artifacts
    const later = "route = 'page', next_check_at = now() + interval '1 hour'"
    return {
      age: (minutes: number) =>
        sql(`update gw_payment set ${later}, created_at = now() - make_interval(mins => $2) where id = $1`, [
          payment_id,
          minutes,
        ]),
      end: () =>
        sql("update gw_payment set route = 'bank', created_at = now(), next_check_at = null where id = $1", [
          payment_id,
        ]),
    }
  }

  /** A cart that its customer has paid in the storefront, whose next check is not due. */
  async function paidWithoutOrder() {
    const id = `cs_${randomUUID()}`
    await sql(
      `insert into gw_session (id, kind, client_id, requested, quote, cart_id, expires_at)
       values ($1, 'checkout', 'ucp_none', '{}', '{"currency": "EUR"}', $1, now() + interval '1 day')`,
      [id]
    )
    await handOverCart(id)
    return {
      age: (minutes: number) =>
        sql(
          "update gw_storefront_hand_off set paid_at = now() - make_interval(mins => $2) where session_id = $1",
          [id, minutes]
        ),
      end: () => sql("delete from gw_session where id = $1", [id]),
    }
  }

  describe("of a webhook", () => {
    let receiver: Receiver
    beforeAll(async () => {
      await switchSurfaces({ ucp_enabled: true })
      receiver = await Receiver.listen()
    })
    afterAll(async () => {
      receiver.close()
      await switchSurfaces({ ucp_enabled: false })
    })

    it("that has failed five times, and not four, until a delivery succeeds [ADM-16, ADM-28]", async () => {
      const buyer = await Buyer.forGuests()
      const four = await subscribe(buyer, receiver.at("/four"))
      const five = await subscribe(buyer, receiver.at("/five"))
      await newestThat(buyer, four.id, ({ state }) => state === "delivered")
      await newestThat(buyer, five.id, ({ state }) => state === "delivered")
      const failing = (id: string, failures: number) =>
        sql("update gw_webhook_subscription set failures = $2, failing_since = now() where id = $1", [
          id,
          failures,
        ])
      await Promise.all([failing(four.id, 4), failing(five.id, 5)])
      const alert = await alertAbout("webhook_failing", five.id)
      expect(alert.data).toMatchObject({ webhook_id: five.id, client_id: buyer.client_id, host: "127.0.0.1" })
      const { alerts } = await listAlerts({ kind: "webhook_failing", status: "all", limit: "100" })
      expect(alerts.map(({ subject }) => subject)).toEqual([five.id])
      expect((await adminPost(`/admin/agentic-commerce/webhooks/${five.id}/ping`)).status).toBe(202)
      await alertAbout("webhook_failing", five.id, isOver)
    })

    it("whose receiver is gone, until it is registered again", async () => {
      const buyer = await Buyer.forGuests()
      const url = receiver.at("/gone?key=secret")
      receiver.answers.set("/gone?key=secret", [410])
      const { id } = await subscribe(buyer, url)
      const alert = await alertAbout("webhook_disabled", id)
      expect(alert.data).toEqual({
        webhook_id: id,
        client_id: buyer.client_id,
        host: "127.0.0.1",
        reason: "gone",
      })
      expect(await bellEntriesOf(alert)).toHaveLength(1)
      expect((await buyer.send("/webhooks", { body: { url } })).status).toBe(200)
      await alertAbout("webhook_disabled", id, isOver)
    })
  })

  it("and the log says once that there is no provider for the other channel", async () => {
    const lines = await storeLog()
    expect(lines.filter((line) => line.includes("not sent by the channel email"))).toHaveLength(1)
  })
})

const PATH = "/admin/agentic-commerce/alerts"
const UNKNOWN = ["acknowledge", "reopen"].map((act) => `${PATH}/alr_${"0".repeat(24)}/${act}`)

describe("the alerts in the admin API", () => {
  let task: Task
  let alert: ShownAlert
  beforeAll(async () => {
    task = await contradicted()
    alert = await alertAbout("payment_review", task.artifacts.payment_id)
  })
  const acknowledge = ({ id }: ShownAlert, body: object = {}) => adminPost(`${PATH}/${id}/acknowledge`, body)
  const reopen = ({ id }: ShownAlert, body: object = {}) => adminPost(`${PATH}/${id}/reopen`, body)
  const auditOf = async (type: string, alert_id: string) => {
    const { entries } = await adminGet<{ entries: { actor_id: string; detail: { id: string } }[] }>(
      `/admin/agentic-commerce/audit?type=${type}&limit=100`
    )
    return entries.filter(({ detail }) => detail.id === alert_id)
  }

  it("require a staff login", async () => {
    expect((await fetch(`${world().base_url}${PATH}`)).status).toBe(401)
    for (const path of UNKNOWN)
      expect((await fetch(`${world().base_url}${path}`, { method: "POST" })).status).toBe(401)
  })

  it.each(["status=ended", "kind=weather", "limit=0", "limit=101", "cursor=!", "color=red"])(
    "reject the query %s",
    async (query) => {
      expect((await adminFetch(`${PATH}?${query}`)).status).toBe(400)
    }
  )

  it("answer 404 for an unknown id, and 400 for a body with unknown members", async () => {
    for (const path of UNKNOWN) expect((await adminPost(path)).status).toBe(404)
    expect((await acknowledge(alert, { note: "seen" })).status).toBe(400)
    expect((await reopen(alert, { note: "seen" })).status).toBe(400)
  })

  it("are counted in the metrics by kind while they are open", async () => {
    const { alerts } = await listAlerts({ kind: "payment_review", limit: "100" })
    expect(await metrics()).toContain(`gw_alerts_open{kind="payment_review"} ${alerts.length}`)
    expect(await metrics()).toMatch(/^gw_alerts_open\{kind="signature_failures"\} \d+$/m)
  })

  it("are paged, newest first; acknowledging one is audited once, and it is not raised again while its condition lasts", async () => {
    const { id, kind, subject } = alert
    const { status } = await acknowledge(alert)
    const { alert: stored } = (await (await acknowledge(alert)).json()) as { alert: ShownAlert }
    expect([status, stored.acknowledged_by]).toEqual([200, expect.stringMatching(/^user_/)])
    expect(await auditOf("alert_acknowledged", id)).toMatchObject([
      { actor_id: stored.acknowledged_by, detail: { id, kind, subject } },
    ])
    // When this alert is sent, the store has checked all conditions once more.
    const other = await contradicted()
    const newer = await alertAbout(kind, other.artifacts.payment_id)
    const open = (await listAlerts({ kind, limit: "100" })).alerts
    expect(open.filter((one) => one.subject === subject)).toEqual([])
    const one = await listAlerts({ kind, status: "all", limit: "1" })
    const two = await listAlerts({ kind, status: "all", limit: "1", cursor: String(one.next_cursor) })
    expect([one.alerts[0]?.id, two.alerts[0]?.id]).toEqual([newer.id, id])
    await looked(other)
  })

  it("are raised again for an acknowledged payment when another reason is added, and not for the same one or a dispute [ADM-28]", async () => {
    const other = await contradicted()
    const { payment_id } = other.artifacts
    const first = await alertAbout("payment_review", payment_id)
    expect((await acknowledge(first)).status).toBe(200)
    const review = (reason: string, source: string) =>
      sql(
        `with opened as (insert into gw_review (payment_id, reason, source) values ($1, $2, $3))
         update gw_payment set review_reason = concat_ws('; ', review_reason, $2::text) where id = $1`,
        [payment_id, reason, source]
      )
    await review("amount differs", "snapshot:99")
    await review("Disputed by the cardholder: 9.00 EUR, fraudulent, open", "dispute:dsp_1:open")
    // When this alert is sent, the store has checked all conditions once more.
    const later = await contradicted()
    await alertAbout("payment_review", later.artifacts.payment_id)
    expect((await alertAbout("payment_review", payment_id)).id).toBe(first.id)
    await review("the store cannot record captured:1", "captured:1")
    const second = await alertAbout("payment_review", payment_id, ({ id }) => id !== first.id)
    expect(second.description).toMatch(
      /amount differs; amount differs; Disputed .*; the store cannot record captured:1\.$/
    )
    await alertAbout("payment_review", first.subject, isOver)
    await Promise.all([looked(other), looked(later)])
    await alertAbout("payment_review", second.subject, isOver)
  })

  it("are acknowledged by one of ten simultaneous requests, listed with that person, and reopened once [ADM-28]", async () => {
    const other = await contradicted()
    const fresh = await alertAbout("payment_review", other.artifacts.payment_id)
    const listed = async (status: string) =>
      (await listAlerts({ status, kind: "payment_review", limit: "100" })).alerts.find(
        ({ id }) => id === fresh.id
      )
    const ten = async (mark: typeof acknowledge) =>
      Promise.all(Array.from({ length: 10 }, async () => (await mark(fresh)).status))
    expect(await listed("acknowledged")).toBeUndefined()
    expect(new Set(await ten(acknowledge))).toEqual(new Set([200]))
    const handled = await listed("acknowledged")
    expect(handled).toMatchObject({
      acknowledged_by: expect.stringMatching(/^user_/) as string,
      acknowledged_at: expect.any(String) as string,
    })
    expect(await listed("open")).toBeUndefined()
    expect(new Set(await ten(reopen))).toEqual(new Set([200]))
    expect(await listed("open")).toMatchObject({ acknowledged_by: null, acknowledged_at: null })
    expect(await listed("acknowledged")).toBeUndefined()
    const by = { actor_id: handled?.acknowledged_by }
    expect(await auditOf("alert_acknowledged", fresh.id)).toMatchObject([by])
    expect(await auditOf("alert_reopened", fresh.id)).toMatchObject([by])
    expect((await acknowledge(fresh)).status).toBe(200)
    await looked(other)
    await alertAbout("payment_review", fresh.subject, isOver)
    expect(await listed("acknowledged")).toMatchObject({ resolved_at: expect.any(String) as string })
    const over = await reopen(fresh)
    expect([over.status, await over.text()]).toEqual([
      400,
      expect.stringContaining("The alert is already resolved"),
    ])
  })

  it("are resolved when their condition ends, also acknowledged ones, and can then not be acknowledged", async () => {
    const other = await contradicted()
    const fresh = await alertAbout("payment_review", other.artifacts.payment_id)
    await Promise.all([looked(task), looked(other)])
    await alertAbout("payment_review", alert.subject, isOver)
    await alertAbout("payment_review", fresh.subject, isOver)
    const over = await acknowledge(fresh)
    expect([over.status, await over.text()]).toEqual([
      400,
      expect.stringContaining("The alert is already resolved"),
    ])
  })
})
