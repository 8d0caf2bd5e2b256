import { randomUUID } from "node:crypto"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { purgeMessages } from "../../src/modules/bank/purge"
import { Agent, eventually } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { sql } from "../support/database"
import { deliver, notify, signIpn } from "../support/gwb"
import { runJob } from "../support/jobs"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { changeSettings } from "../support/policy"
import { world } from "../support/world"

const AS_NEW = {
  sessions: 7,
  tasks: 7,
  bank_messages: 400,
  audit: 365,
  delivered_webhooks: 30,
  dead_webhooks: 90,
}
const SETTINGS = "/admin/agentic-commerce/settings"

let connection: Knex
beforeAll(async () => {
  connection = knex({ client: "pg", connection: world().database_url })
  await switchSurfaces({ a2a_enabled: true })
})
afterAll(async () => {
  await changeSettings({ retention: AS_NEW })
  await connection.destroy()
  await switchSurfaces({ a2a_enabled: false })
})

async function purge(): Promise<void> {
  for (const job of ["purge-tasks", "purge-webhooks", "purge-bank-messages", "purge-audit"]) await runJob(job)
}

describe("the retention periods", () => {
  it("have defaults, and a change keeps the periods it does not name", async () => {
    const read = async () =>
      (await adminGet<{ settings: { retention: object } }>(SETTINGS)).settings.retention
    expect(await read()).toEqual(AS_NEW)
    await changeSettings({ retention: { audit: 90, tasks: 14 } })
    expect(await read()).toEqual({ ...AS_NEW, audit: 90, tasks: 14 })
    await changeSettings({ retention: AS_NEW })
  })

  it.each([
    [{ audit: 89 }, "retention.audit"],
    [{ bank_messages: 29 }, "retention.bank_messages"],
    [{ sessions: 0 }, "retention.sessions"],
    [{ tasks: 6 }, "retention.tasks"],
    [{ delivered_webhooks: 1.5 }, "retention.delivered_webhooks"],
    [{ orders: 30 }, "orders"],
  ])("reject the unsafe change %j with 400", async (retention, message) => {
    const response = await adminPost(SETTINGS, { retention })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { message: string }).message).toContain(message)
  })

  it("are also checked by the database", async () => {
    const shorter = `update gw_setting set retention = retention || '{"audit": 1}'`
    await expect(sql(shorter)).rejects.toThrow("gw_setting_retention")
  })
})

describe("a bank notification", () => {
  it("loses its body when its retention period ends, and is still recognized as a repeat [ADM-18]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { artifacts, task_id } = await agent.createPayment()
    const raw = ipnBody(captured(await paymentAtBank(artifacts.sca_redirect_url)))
    expect((await notify(raw)).status).toBe(200)
    await agent.settled(task_id)
    const { event_id } = JSON.parse(raw) as { event_id: string }
    const read = async () => {
      const [row] = await sql<{ payload: string; verdict: string | null; type: string }>(
        "select payload, verdict, type from gw_bank_event where event_id = $1",
        [event_id]
      )
      return row
    }
    await eventually(async () => ((await read())?.verdict ? true : undefined))
    const age = (days: number) =>
      sql("update gw_bank_event set received_at = now() - make_interval(days => $2) where event_id = $1", [
        event_id,
        days,
      ])
    await age(399)
    await purge()
    expect((await read())?.payload).toBe(raw)
    await age(401)
    await purge()
    expect(await read()).toEqual({ payload: "", verdict: "applied", type: "payment.captured" })
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    expect(await read()).toEqual({ payload: "", verdict: "applied", type: "payment.captured" })
  })

  it("keeps its body while it is not processed", async () => {
    const event_id = `evt_${randomUUID()}`
    // In a transaction, so that the store does not process it.
    const trx = await connection.transaction()
    await trx("gw_bank_event").insert({
      event_id,
      type: "test",
      payload: "to be read",
      received_at: trx.raw("now() - interval '500 days'"),
    })
    await purgeMessages(trx)
    const row = await trx<{ payload: string }>("gw_bank_event").where({ event_id }).first("payload")
    await trx.rollback()
    expect(row?.payload).toBe("to be read")
  })
})

describe("an audit log entry", () => {
  const note = (id: number, days: number) =>
    sql(
      `insert into gw_audit (id, at, last_at, type, detail) overriding system value
       values ($1, now() - make_interval(days => $2), now() - make_interval(days => $2), 'token_issued', '{}')`,
      [id, days]
    )
  const ids = async () =>
    (await sql<{ id: string }>("select id from gw_audit where id < 0 order by id")).map(({ id }) =>
      Number(id)
    )

  it("is deleted after the merchant's retention period, and cannot be deleted before [ADM-18]", async () => {
    await note(-2, 200)
    await note(-1, 80)
    await purge()
    expect(await ids()).toEqual([-2, -1])
    await expect(sql("delete from gw_audit where id = -2")).rejects.toThrow("append-only")
    await changeSettings({ retention: { audit: 90 } })
    await purge()
    expect(await ids()).toEqual([-1])
    await expect(sql("delete from gw_audit where id = -1")).rejects.toThrow("append-only")
    await changeSettings({ retention: AS_NEW })
  })

  it("is deleted also when there are more than one batch of them", async () => {
    await sql(
      `insert into gw_audit (id, at, last_at, type, detail) overriding system value
       select -10 - n, now() - interval '400 days', now() - interval '400 days', 'token_issued', '{}'
         from generate_series(1, 2500) n`
    )
    await purge()
    expect((await ids()).filter((id) => id < -10)).toEqual([])
  })
})

describe("tasks and sessions", () => {
  it("are kept for the merchant's retention period [ADM-18]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read")
    const { body } = await agent.send("list_payments", {})
    const { task_id } = body.result
    await sql("update gw_task set updated_at = now() - interval '20 days' where id = $1", [task_id])
    await changeSettings({ retention: { tasks: 30 } })
    await purge()
    expect(await sql("select id from gw_task where id = $1", [task_id])).toHaveLength(1)
    await changeSettings({ retention: { tasks: 10 } })
    await purge()
    expect(await sql("select id from gw_task where id = $1", [task_id])).toHaveLength(0)
    await changeSettings({ retention: AS_NEW })
  })
})
