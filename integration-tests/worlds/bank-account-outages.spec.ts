import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { alertAbout, isOver, listAlerts } from "../support/alerts"
import { clearFaults, fault } from "../support/bank-ledger"
import { sql } from "../support/database"
import { eventuallyRunning, pauseJob, runJob } from "../support/jobs"
import { openMarket } from "../support/markets"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { paid } from "../support/payments"
import { openAccounts, severalBanks } from "../support/several-banks"
import { tracePayment } from "../support/staff"
import { METRICS_TOKEN } from "../support/store-keys"
import { world } from "../support/world"

const own = inOwnWorld(severalBanks(), { fresh: true })

let agent: Agent
let resume: readonly (() => Promise<void>)[] = []

beforeAll(async () => {
  await openAccounts(own())
  await openMarket("jpy", "jp")
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  resume = await Promise.all(["end-interrupted", "release-unpaid-stock"].map(pauseJob))
})

afterAll(async () => {
  await clearFaults()
  for (const end of resume) await end()
})

const silence = () => fault({ scope: { merchant_id: "mrc_second" }, api: { status: 503 } })

/** Stores as many payments of the second account as a job takes at once, all called at the bank and older than any other. */
const fillWith = (status: string, provisioned_at: string) =>
  sql<{ id: string }>(
    `insert into gw_payment (id, merchant_reference, origin, bank_account, intent, status, amount, currency,
       description, idempotency_key, created_at, provisioned_at, next_check_at, bank_called_at)
     select 'pay_' || md5($1 || n), 'gwp_' || md5($1 || n), 'order', 'second', 'sale', $1, 1000, 'JPY', 'Silent',
            gen_random_uuid(), now() - interval '1 hour', $2, null, now()
       from generate_series(1, 100) n returning id`,
    [status, provisioned_at === "" ? null : provisioned_at]
  )

const openPayment = async () => (await agent.createPayment({ currency: "RON" })).artifacts.payment_id
const statusOf = async (id: string) => (await tracePayment(id)).status

describe("an account whose bank rejects the store's configuration [ADM-16]", () => {
  it("has an alert of its own, which a payment at another account does not end", async () => {
    await fault({ scope: { merchant_id: "mrc_second", operation: "create" }, api: { status: 401 } })
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "JPY" })
    expect(body.error.data.code).toBe("bank_unavailable")
    await clearFaults()
    const alert = await alertAbout("bank_configuration", "bank/second")
    expect(alert.data).toMatchObject({ code: "key_unknown", bank_account: "second" })
    expect(alert.description).toContain("(key_unknown, account second)")
    await paid(agent, { currency: "RON" })
    await runJob("notify-merchant")
    expect((await alertAbout("bank_configuration", "bank/second")).resolved_at).toBeNull()
    expect((await listAlerts({ kind: "bank_configuration" })).alerts).toHaveLength(1)
    await paid(agent, { currency: "JPY" })
    await alertAbout("bank_configuration", "bank/second", isOver)
  })
})

describe("the metrics of a store with several accounts [MET-04]", () => {
  it("count what waits for a bank by account", async () => {
    const { payment_id } = (await agent.createPayment({ currency: "JPY" })).artifacts
    const resumePolling = await pauseJob("reconcile-payments")
    await sql("update gw_payment set next_check_at = now() - interval '1 hour' where id = $1", [payment_id])
    const metrics = await eventually(async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const text = await (await fetch(`${world().base_url}/gw-metrics`, { headers })).text()
      return text.includes('gw_payments_due{bank_account="second"} 1\n') ? text : undefined
    })
    await resumePolling()
    expect(metrics).toMatch(/gw_payments_due_oldest_seconds{bank_account="second"} 36\d\d/)
    for (const name of ["payments_due", "bank_operations_open", "inbox_waiting"])
      for (const account of ["cards_eu", "default"])
        expect(metrics).toContain(`gw_${name}{bank_account="${account}"} 0\n`)
    expect(metrics).not.toMatch(/^gw_(payments_due|bank_operations_open|inbox_waiting) /m)
  })
})

describe("an account whose bank answers no call [BANK-83]", () => {
  it("does not keep interrupted payments of another account from being ended", async () => {
    const payment_id = await openPayment()
    const silent = (await fillWith("created", "")).map(({ id }) => id)
    const interrupted = "provisioned_at = null, created_at = now() - interval '5 minutes'"
    await sql(`update gw_payment set ${interrupted} where id = $1`, [payment_id])
    await silence()
    await eventuallyRunning("end-interrupted", async () =>
      (await statusOf(payment_id)) === "canceled" ? true : undefined
    )
    const waiting =
      "select 1 from gw_payment where id = any($1) and status = 'created' and provisioned_at is null"
    expect(await sql(waiting, [silent])).toHaveLength(100)
  })

  it("does not keep expired unpaid orders of another account from being ended", async () => {
    const payment_id = await openPayment()
    const silent = (await fillWith("requires_action", new Date().toISOString())).map(({ id }) => id)
    await sql(
      `insert into gw_unpaid_hold (payment_id, inventory_item_id, units, client_id, customer_hash, address_hash,
         held_until)
       select id, 'iitem_1', 1, 'agent', 'customer', 'address',
              now() - case when id = $1 then interval '1 minute' else interval '1 hour' end
         from gw_payment where id = $1 or id = any($2)`,
      [payment_id, silent]
    )
    await runJob("release-unpaid-stock")
    expect(await statusOf(payment_id)).toBe("canceled")
    expect(await sql("select 1 from gw_unpaid_hold where payment_id = any($1)", [silent])).toHaveLength(100)
  })
})
