import { randomUUID } from "node:crypto"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Difference } from "../../src/domain/bank-file/difference"
import { MOST_FILE_BYTES } from "../../src/domain/bank-file/limits"
import type { Reconciliation } from "../../src/domain/bank-file/reconciliation"
import type { Agent, Task } from "../support/agent"
import {
  clearFaults,
  fault,
  ledgerOf,
  performEffects,
  restoreBank,
  withoutEventFeed,
} from "../support/bank-ledger"
import { sql } from "../support/database"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { act, payWithForgedNotification, tracePayment } from "../support/staff"

const PATH = "/admin/agentic-commerce/reconciliations"
const HEADER = "order;amount;currency;type;status;date"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

const idOf = ({ artifacts }: Pick<Task, "artifacts">) => artifacts.payment_id
const bankIdOf = async (task: Task) => (await ledgerOf(idOf(task))).id
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A row of an operation that the bank has executed, by default today. */
const row = (
  reference: string,
  amount: string,
  kind = "charge",
  more: { day?: string; currency?: string } = {}
) => [reference, amount, more.currency ?? "EUR", kind, "approved", more.day ?? dayFromNow(0)].join(";")

/** Two rows of operations that were not executed, so that the file's period begins yesterday and is not over. */
const PERIOD = () => [-1, 2].map((days) => row("none", "1.00", "void", { day: dayFromNow(days) }))

const fileOf = (...rows: readonly string[]) => [HEADER, ...rows].join("\n")

async function reconcile(csv: string, more: object = {}): Promise<Reconciliation> {
  const response = await adminPost(PATH, { csv, ...more })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.stringContaining('"reconciliation"')])
  return (JSON.parse(text) as { reconciliation: Reconciliation }).reconciliation
}

/** The differences of one payment. Other tests' payments are in the same store. */
async function differencesOf(task: Task, csv: string): Promise<readonly Difference[]> {
  const { differences } = await reconcile(csv)
  return differences.filter(({ payment_id }) => payment_id === idOf(task))
}

const EUR = (amount: number) => ({ amount, currency: "EUR" })

describe("a comparison with the bank's file", () => {
  it("finds no difference for payments that are the same at the bank, in the plugin and in Medusa [ADM-70]", async () => {
    const sale = await paid(agent, { amount: 123_450 })
    const preauth = await paid(agent, { capture: "manual" })
    await act(idOf(preauth), "capture", { amount: 4000 })
    await act(idOf(sale), "refund", { amount: 3450 })
    const { merchant_reference, refunds } = await ledgerOf(idOf(sale))
    const csv = [
      "Fecha;Tipo de operación;Número de pedido;Resultado;Importe;Moneda",
      `${dayFromNow(0)};Autorización;${merchant_reference};Autorizada 123456;1.234,50;978`,
      `${dayFromNow(0)};Devolución;${refunds[0]?.merchant_reference};0900;34,50;978`,
      `${dayFromNow(0)};Preautorización;${await bankIdOf(preauth)};Autorizada 1;100,00;978`,
      `${dayFromNow(0)};Confirmación;${await bankIdOf(preauth)};Autorizada 2;40,00;978`,
      `${dayFromNow(0)};Autorización;${randomUUID()};Denegada 190;5,00;978`,
    ].join("\r\n")
    const today = dayFromNow(0)
    expect(await reconcile(csv, { time_zone: "UTC" })).toMatchObject({
      differences: [],
      counts: {},
      has_more: false,
      rows: 5,
      ignored: 2,
      period: { from: today, to: today, time_zone: "UTC" },
      sums: [
        {
          currency: "EUR",
          bank_captured: 127_450,
          plugin_captured: 127_450,
          bank_refunded: 3450,
          plugin_refunded: 3450,
        },
      ],
    })
  })

  it("reports a payment that the plugin does not know, and one that the bank's file lacks [ADM-70]", async () => {
    const absent = await paid(agent)
    const unknown = `none-${randomUUID()}`
    const { differences, counts } = await reconcile(fileOf(row(unknown, "12.30"), ...PERIOD()))
    expect(differences.find(({ reference }) => reference === unknown)).toEqual({
      kind: "missing_in_plugin",
      action: "look_up_at_bank",
      reference: unknown,
      lines: [2],
      payment_id: null,
      order_id: null,
      shop_order_id: null,
      bank: EUR(1230),
      plugin: null,
      medusa: null,
    })
    expect(differences.find(({ payment_id }) => payment_id === idOf(absent))).toMatchObject({
      kind: "missing_at_bank",
      action: "query_bank",
      lines: [],
      reference: await bankIdOf(absent),
      shop_order_id: absent.artifacts.shop_order_id,
      bank: EUR(0),
      plugin: EUR(10_000),
      medusa: EUR(10_000),
    })
    expect(counts.missing_in_plugin).toBe(1)
  })

  it("expects the payments of a period in which the file has only rows that are not counted [ADM-70]", async () => {
    const absent = await paid(agent)
    expect(await differencesOf(absent, fileOf(...PERIOD()))).toMatchObject([{ kind: "missing_at_bank" }])
  })

  it.each(["page", "storefront"])("expects no payment with the route %s [ADM-70]", async (route) => {
    const task = await paid(agent)
    await sql("update gw_payment set route = $2 where id = $1", [idOf(task), route])
    expect(await differencesOf(task, fileOf(...PERIOD()))).toEqual([])
  })

  it("expects no payment that was made outside of the file's period, or in another currency", async () => {
    const task = await paid(agent)
    const past = [-3, -2].map((days) => row("none", "1.00", "charge", { day: dayFromNow(days) }))
    expect(await differencesOf(task, fileOf(...past))).toEqual([])
    const ron = [-1, 1].map((days) =>
      row("none", "1.00", "charge", { day: dayFromNow(days), currency: "RON" })
    )
    expect(await differencesOf(task, fileOf(...ron))).toEqual([])
    const without_dates = "order;amount;currency\nnone;1.00;EUR"
    expect(await differencesOf(task, without_dates)).toEqual([])
  })

  it("reports captured and refunded amounts that differ, a repeated row, and another currency [ADM-70]", async () => {
    const task = await paid(agent)
    await act(idOf(task), "refund", { amount: 2000 })
    const reference = await bankIdOf(task)
    const differing = fileOf(row(reference, "90.00"), row(reference, "25.00", "refund"))
    expect(await differencesOf(task, differing)).toMatchObject([
      { kind: "captured_differs", bank: EUR(9000), plugin: EUR(10_000), medusa: EUR(10_000), lines: [2, 3] },
      {
        kind: "refunded_differs",
        bank: EUR(2500),
        plugin: EUR(2000),
        medusa: EUR(2000),
        action: "query_bank",
      },
    ])
    const refund = row(reference, "20.00", "refund")
    expect(await differencesOf(task, fileOf(row(reference, "100.00"), refund, refund))).toMatchObject([
      { kind: "duplicate_row", bank: EUR(2000), lines: [4], action: "look_up_at_bank" },
    ])
    const foreign = row(reference, "100.00", "charge", { currency: "USD" })
    expect(await differencesOf(task, fileOf(foreign))).toMatchObject([
      { kind: "currency_differs", bank: { amount: 10_000, currency: "USD" }, plugin: EUR(8000) },
    ])
  })

  it("finds a payment by the reference of its refund alone", async () => {
    const task = await paid(agent)
    await act(idOf(task), "refund", { amount: 2000 })
    const { refunds } = await ledgerOf(idOf(task))
    const refund = String(refunds[0]?.merchant_reference)
    const without_dates = (amount: string) => `order;amount;currency;type\n${refund};${amount};EUR;refund`
    expect(await differencesOf(task, without_dates("20.00"))).toMatchObject([
      { kind: "captured_differs", reference: refund, bank: EUR(0), plugin: EUR(10_000) },
    ])
    expect(await differencesOf(task, without_dates("21.00"))).toMatchObject([
      { kind: "captured_differs" },
      { kind: "refunded_differs", bank: EUR(2100), plugin: EUR(2000) },
    ])
  })

  it("counts two refunds of the same amount in equal rows as two", async () => {
    const task = await paid(agent)
    for (const amount of [2000, 2000]) await act(idOf(task), "refund", { amount })
    const reference = await bankIdOf(task)
    const refund = row(reference, "20.00", "refund")
    expect(await differencesOf(task, fileOf(row(reference, "100.00"), refund, refund))).toEqual([])
  })

  it("reports captures and refunds that Medusa has not recorded [ADM-70]", async () => {
    const task = await paid(agent)
    await act(idOf(task), "refund", { amount: 2000 })
    await performEffects(idOf(task))
    const reference = await bankIdOf(task)
    const csv = fileOf(row(reference, "100.00"), row(reference, "20.00", "refund"))
    expect(await differencesOf(task, csv)).toEqual([])
    for (const table of ["capture", "refund"])
      await sql(
        `update ${table} set deleted_at = now() where payment_id =
           (select m.id from payment m join gw_payment p on p.session_id = m.payment_session_id where p.id = $1)`,
        [idOf(task)]
      )
    expect(await differencesOf(task, csv)).toMatchObject([
      {
        kind: "medusa_captured_differs",
        action: "open_payment",
        bank: EUR(10_000),
        plugin: EUR(10_000),
        medusa: EUR(0),
      },
      { kind: "medusa_refunded_differs", bank: EUR(2000), plugin: EUR(2000), medusa: EUR(0) },
    ])
  })

  it("reports a payment whose notification was lost, until the suggested query has settled it [ADM-70]", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const readOn = await withoutEventFeed()
    await fault({ scope: { times: 20 }, ipn: { drop: true } })
    await authenticate(task.artifacts.sca_redirect_url, "approve", undefined)
    const csv = fileOf(row(await bankIdOf(task), "100.00"))
    expect(await differencesOf(task, csv)).toMatchObject([
      { kind: "captured_differs", action: "query_bank", bank: EUR(10_000), plugin: EUR(0), medusa: null },
    ])
    await clearFaults()
    expect((await act(idOf(task), "reconcile")).body.outcome).toBe("changed")
    expect(await differencesOf(task, csv)).toEqual([])
    await readOn()
  })

  it("suggests the review of a payment that is under review", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    await payWithForgedNotification(task)
    const csv = fileOf(row(await bankIdOf(task), "100.00"))
    expect(await differencesOf(task, csv)).toMatchObject([
      { kind: "captured_differs", action: "open_payment", medusa: null },
    ])
  })
})

describe("a comparison", () => {
  it("stores nothing of the file except its numbers in the audit log, with the staff member [ADM-72]", async () => {
    const secret = `secret-${randomUUID()}`
    const before = await adminGet<{ entries: { id: string }[] }>(
      "/admin/agentic-commerce/audit?type=payments_reconciled&limit=1"
    )
    await reconcile(fileOf(row(secret, "1.00")))
    expect((await adminPost(PATH, { csv: "x" })).status).toBe(400)
    const { entries } = await adminGet<{ entries: { id: string; actor_type: string; detail: object }[] }>(
      "/admin/agentic-commerce/audit?type=payments_reconciled&limit=100"
    )
    const since = entries.findIndex(({ id }) => id === before.entries[0]?.id)
    expect(since < 0 ? entries.length : since).toBe(1)
    const today = dayFromNow(0)
    expect(entries[0]).toMatchObject({
      actor_type: "user",
      detail: { rows: 1, differences: 1, from: today, to: today },
    })
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it("changes no payment, so that ten at once have the same result [ADM-72]", async () => {
    const task = await paid(agent)
    const before = await tracePayment(idOf(task))
    const csv = fileOf(row(await bankIdOf(task), "99.00"), row("unknown", "5.00"))
    const results = await Promise.all(Array.from({ length: 10 }, () => reconcile(csv)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(results[0]?.counts).toEqual({ captured_differs: 1, missing_in_plugin: 1 })
    expect(await tracePayment(idOf(task))).toEqual(before)
  })
})

describe("a file that cannot be read", () => {
  it.each([
    ["", "csv: the file has no operations"],
    ["PK\u0003\u0004", "csv: the file is not a CSV text"],
    ["name;sum\nA;1", "csv: reference: the file has no such column"],
    [`${HEADER}\n${row('"A', "1.00")}`, "csv: line 2: a quote is not closed"],
    [`${HEADER}\n${row("A", "1.234")}`, 'csv: line 2, amount "1.234": is not an amount'],
    [`${HEADER}\n${row("A", "1", "gift")}`, 'csv: line 2, kind "gift": is not a known kind'],
  ])("is refused with its problem: %j [ADM-71]", async (csv, message) => {
    const response = await adminPost(PATH, { csv })
    const body = (await response.json()) as { message: string; issues: { path: string }[] }
    expect([response.status, body.issues[0]?.path]).toEqual([400, "csv"])
    expect(body.message).toContain(message)
  })

  it.each([
    { csv: 1 },
    { csv: ["a"] },
    {},
    { csv: "a", columns: { unknown: "x" } },
    { csv: "a", columns: { reference: "" } },
    { csv: "a", currency: "euro" },
    { csv: "a", time_zone: "Mars/Base" },
  ])("is refused in the request %j [ADM-71]", async (body) => {
    const response = await adminPost(PATH, body)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('"issues"')])
  })

  it("is refused when it is too large, before and after the limit of the request [ADM-71]", async () => {
    const large = await adminPost(PATH, { csv: `${HEADER}\n${"x".repeat(MOST_FILE_BYTES)}` })
    expect([large.status, await large.text()]).toEqual([
      400,
      expect.stringContaining(`larger than ${MOST_FILE_BYTES} bytes`),
    ])
    const huge = await adminPost(PATH, { csv: "x".repeat(3_000_000) })
    expect([400, 413]).toContain(huge.status)
    expect((await adminFetch(PATH)).status).toBe(404)
  })

  it("is read up to the limit, also if its JSON is larger", async () => {
    const quoted = `${HEADER};"${'""'.repeat(400_000)}"\n${row("none", "1.00", "void")}`
    expect(await reconcile(quoted)).toMatchObject({ rows: 1, ignored: 1, differences: [] })
  })
})
