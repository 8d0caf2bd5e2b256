import { expect, it } from "vitest"
import { Agent } from "../support/agent"
import { allow, decided, waitingOf } from "../support/approvals"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { everySetting } from "../support/store-keys"
import { world } from "../support/world"

inOwnWorld(everySetting(), { fresh: true })

// This job would raise alerts between two counts.
pauseSchedule("notify-merchant")

const PATH = "/admin/agentic-commerce/attention"

type Counts = Record<"alerts" | "approvals" | "payments" | "disputes" | "webhooks", number>

const read = async () => (await adminGet<{ attention: Counts }>(PATH)).attention

const addWebhook = (id: string, client_id: string, failing: boolean) =>
  sql(
    `insert into gw_webhook_subscription (id, client_id, profile, url, failures, failing_since)
     values ($1, $2, 'standard', 'https://receiver.example/' || $1, $3, $4)`,
    [id, client_id, failing ? 1 : 0, failing ? new Date() : null]
  )

it("the counts require a staff login", async () => {
  expect((await fetch(`${world().base_url}${PATH}`)).status).toBe(401)
})

it("the counts show by page what waits for staff, until it is decided [ADM-28]", async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  const { client_id } = await Buyer.forGuests()
  const { artifacts } = await agent.createPayment()
  await allow(agent.client_id, { approval_above: 1000 })
  const before = await read()
  await agent.createPayment({ amount: 2000 })
  const approval = await waitingOf(agent.client_id)
  await sql("update gw_payment set review_reason = 'amount differs' where id = $1", [artifacts.payment_id])
  const dispute = [{ id: "dsp_1", amount: 100, reason: "fraudulent", status: "open", at: new Date() }]
  await sql("update gw_payment set disputes = $2 where id = $1", [
    artifacts.payment_id,
    JSON.stringify(dispute),
  ])
  await addWebhook("whk_counted", client_id, true)
  await addWebhook("whk_not_counted", client_id, false)
  expect(await read()).toMatchObject({
    approvals: before.approvals + 1,
    payments: before.payments + 1,
    disputes: before.disputes + 1,
    webhooks: before.webhooks + 1,
  })
  await decided(approval.id, "refuse")
  await sql("update gw_payment set review_reason = null, disputes = '[]' where id = $1", [
    artifacts.payment_id,
  ])
  await sql("delete from gw_webhook_subscription where id in ('whk_counted', 'whk_not_counted')")
  const { approvals, payments, disputes, webhooks } = before
  expect(await read()).toMatchObject({ approvals, payments, disputes, webhooks })
})

it("the count of open alerts is limited to 100 [ADM-28]", async () => {
  const { alerts } = await read()
  const add = (subject: string, acknowledged_at: Date | null) =>
    sql(
      `insert into gw_alert (id, kind, subject, data, notified_at, acknowledged_at)
       values ($1, 'signature_failures', $1, '{"count": 1, "last_reason": "test"}', now(), $2)`,
      [subject, acknowledged_at]
    )
  await add("alr_attention_open", null)
  await add("alr_attention_handled", new Date())
  const one = await read()
  await sql(`insert into gw_alert (id, kind, subject, data, notified_at)
    select 'alr_attention_' || n, 'signature_failures', 'attention ' || n, '{"count": 1, "last_reason": "test"}', now()
      from generate_series(1, 120) n`)
  const many = await read()
  await sql("delete from gw_alert where id like 'alr_attention_%'")
  expect([one.alerts, many.alerts]).toEqual([alerts + 1, 100])
})
