import { randomUUID } from "node:crypto"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { PaymentSnapshot } from "../../src/drivers/driver"
import { Inbox } from "../../src/modules/bank/inbox"
import type { StoredEvent } from "../../src/modules/bank/models/event"
import { Agent, eventually } from "../support/agent"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { sql } from "../support/database"
import { deliver, notify, signIpn } from "../support/gwb"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

let agent: Agent
let stray: BankPayment
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  stray = await paymentAtBank((await agent.createPayment()).artifacts.sca_redirect_url)
})

describe("more notifications than the store settles at once", () => {
  it("are all acknowledged, and each settles its own payment once [BANK-01, BANK-09]", async () => {
    const tasks = await Promise.all(Array.from({ length: 12 }, () => agent.createPayment()))
    const payments = await Promise.all(
      tasks.map(({ artifacts }) => paymentAtBank(artifacts.sca_redirect_url))
    )
    const answers = await Promise.all(payments.map((payment) => notify(ipnBody(captured(payment)))))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    for (const { task_id, artifacts } of tasks) {
      expect((await agent.settled(task_id)).state).toBe("completed")
      expect(capturesOf(await orderNumber(artifacts.shop_order_id))).toEqual([15])
    }
  })
})

/** A description that this test's database rejects. */
const REFUSED = "refused by the database"

/** A notification about an unknown payment, with one chosen member. */
const strayNews = (member: object) =>
  ipnBody({ ...stray, merchant_reference: `gwp_${randomUUID()}`, ...member })

describe("notifications stored in one batch", () => {
  it("are stored although the database rejects some of them [BANK-09, BANK-57]", async () => {
    const isBad = (n: number) => n % 3 === 1
    const bodies = Array.from({ length: 60 }, (_, n) => strayNews(isBad(n) ? { description: REFUSED } : {}))
    const signed = bodies.map((raw) => ({ raw, token: signIpn(raw) }))
    await sql(`alter table gw_bank_event add constraint refused check (payload not like '%${REFUSED}%')`)
    const answers = await Promise.all(signed.map(({ raw, token }) => deliver(raw, token))).finally(() =>
      sql("alter table gw_bank_event drop constraint refused")
    )
    expect(answers.map(({ status }) => status)).toEqual(bodies.map((_, n) => (isBad(n) ? 500 : 200)))
    const ids = bodies.map((body) => (JSON.parse(body) as { event_id: string }).event_id)
    const stored = await sql<{ event_id: string }>(
      "select event_id from gw_bank_event where event_id = any($1)",
      [ids]
    )
    expect(stored.map(({ event_id }) => event_id).sort()).toEqual(ids.filter((_, n) => !isBad(n)).sort())
  })

  it("are rejected one by one when they contain a character the database cannot store", async () => {
    const unstorable = { network_transaction_id: "a character PostgreSQL cannot keep: \u0000" }
    const raws = [strayNews({}), strayNews(unstorable), strayNews({})]
    const answers = await Promise.all(raws.map((raw) => notify(raw)))
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200])
  })

  it("count once each, also when messages or events repeat [BANK-02, BANK-06]", async () => {
    const messages = Array.from({ length: 6 }, () => strayNews({})).map((raw) => ({
      raw,
      token: signIpn(raw),
    }))
    const twice = messages.flatMap(({ raw, token }) => [deliver(raw, token), deliver(raw, token)])
    const again = messages.map(({ raw }) => notify(raw))
    const statuses = (await Promise.all([...twice, ...again])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(12)
    expect(statuses.filter((status) => status === 401)).toHaveLength(6)
    const ids = messages.map(({ raw }) => (JSON.parse(raw) as { event_id: string }).event_id)
    expect(await sql("select 1 from gw_bank_event where event_id = any($1)", [ids])).toHaveLength(6)
  })
})

/** Adds unsettled events to the inbox that arrived an hour ago. */
async function leaveBehind(count: number, snapshot: object): Promise<string> {
  const group = randomUUID()
  await sql(
    `insert into gw_bank_event (event_id, type, payload, snapshot, received_at)
     select $1 || n, 'payment.captured', '', $2::jsonb, now() - interval '1 hour'
     from generate_series(1, $3::int) n`,
    [group, JSON.stringify(snapshot), count]
  )
  return group
}

async function unsettled(group: string): Promise<number> {
  const rows = await sql("select 1 from gw_bank_event where event_id like $1 and processed_at is null", [
    `${group}%`,
  ])
  return rows.length
}

describe("old unsettled events in the inbox", () => {
  let broken = ""
  afterAll(() => sql("delete from gw_bank_event where event_id like $1", [`${broken}%`]))

  it("are settled although an older one cannot be [BANK-10]", async () => {
    const strange = captured(await paymentAtBank((await agent.createPayment()).artifacts.sca_redirect_url))
    broken = await leaveBehind(1, { ...strange, amounts: null })
    const others = await leaveBehind(20, { ...strange, merchant_reference: "gwp_unknown" })
    await eventually(async () => ((await unsettled(others)) === 0 ? true : undefined))
    expect(await unsettled(broken)).toBe(1)
  })
})

describe("an event whose entry in the bank's event list differs from its notification", () => {
  const database = knex({ client: "pg", connection: world().database_url, pool: { min: 0, max: 1 } })
  const inbox = new Inbox(database)
  afterAll(() => database.destroy())

  it("is not closed by a worker that settles the earlier version [BANK-10]", async () => {
    const received = {
      event_id: `evt_${randomUUID()}`,
      sequence: null,
      type: "payment.captured",
      token: null,
    }
    const snapshot = captured(stray) as unknown as PaymentSnapshot
    const [wrong] = await inbox.add([{ ...received, payment: { ...snapshot, amount: 1 } }], "default")
    const [right] = await inbox.add([{ ...received, payment: snapshot }], "default")
    expect([wrong?.revision, right?.revision]).toEqual([0, 1])
    await inbox.finish(wrong as StoredEvent, "mismatch")
    expect(await verdict(received.event_id)).toBeNull()
    await inbox.finish(right as StoredEvent, "settled")
    expect(await verdict(received.event_id)).toBe("settled")
    expect(await inbox.add([{ ...received, payment: snapshot }], "default")).toEqual([])
  })

  const verdict = async (event_id: string) => {
    const query = "select verdict from gw_bank_event where event_id = $1"
    return (await sql<{ verdict: string | null }>(query, [event_id]))[0]?.verdict
  }
})
