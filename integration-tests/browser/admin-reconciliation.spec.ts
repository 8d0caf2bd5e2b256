import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { parse } from "csv-parse/sync"
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { Admin, check, rowsOf } from "../support/admin"
import type { Agent, Task } from "../support/agent"
import { clearFaults, fault, ledgerOf, restoreBank, withoutEventFeed } from "../support/bank-ledger"
import { paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"

const PATH = "/agentic-commerce/payments/reconciliation"
const HEADER = "Fecha;Tipo de operación;Número de pedido;Resultado;Importe;Moneda"

const today = () => new Date().toISOString().slice(0, 10)
const row = (reference: string, amount: string, kind = "Autorización") =>
  [today(), kind, reference, "Autorizada 123456", amount, "EUR"].join(";")

/** A file that the browser chooses, as a bank exports it: in Windows-1252, where the euro sign is the byte 0x80. */
const fileOf = (...rows: readonly string[]) => ({
  name: "operaciones.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADER, ...rows].join("\r\n").replaceAll("€", "\u0080"), "latin1"),
})

const choose = (page: Page, file: ReturnType<typeof fileOf>) =>
  page.locator("main input[type=file]").setInputFiles(file)

const bankIdOf = async ({ artifacts }: Pick<Task, "artifacts">) => (await ledgerOf(artifacts.payment_id)).id

describe("the page that compares the bank's file", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    admin = await Admin.open()
  })
  afterEach(() => restoreBank())
  afterAll(() => admin?.close())

  it("is opened from the payments, and shows that there is no difference [ADM-73]", async () => {
    const task = await paid(agent)
    const page = await admin.page("/agentic-commerce/payments")
    await page.getByRole("link", { name: "Compare with the bank's file" }).click()
    await page.getByRole("heading", { level: 1, name: "Compare with the bank's file" }).waitFor()
    await choose(page, fileOf(row(await bankIdOf(task), "100,00")))
    const result = page.getByRole("region", { name: "No differences" })
    await result.getByText(/^operaciones\.csv: .+, 1 row$/).waitFor()
    await page.getByRole("region", { name: "Compared sums" }).first().getByText("EUR").first().waitFor()
    await check(page, "reconciliation-none")
    await page.close()
  })

  it("lists each difference with its amounts, keeps them for a return, and saves them as CSV [ADM-73]", async () => {
    const task = await paid(agent)
    const unknown = `none-${randomUUID()}`
    const reference = await bankIdOf(task)
    const page = await admin.page(PATH)
    await choose(page, fileOf(row(reference, "90,00 €"), row(unknown, "12,30"), row(unknown, "12,30")))
    await page.getByRole("heading", { name: "3 differences" }).waitFor()
    const listed = rowsOf(page).filter({ hasText: "Captured amounts differ" })
    for (const text of [/EUR\s90\.00/, /EUR\s100\.00/, reference, "Line 2"])
      await listed.getByText(text).first().waitFor()
    await rowsOf(page)
      .filter({ hasText: "The plugin does not know the payment" })
      .getByText("Lines 3, 4")
      .waitFor()
    await rowsOf(page).filter({ hasText: "The row is repeated" }).getByText("executed only once").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`differences_${today()}_${today()}.csv`)
    const lines: object[] = parse(readFileSync(await download.path()), { columns: true })
    expect(lines[0]).toEqual({
      difference: "captured_differs",
      action: "query_bank",
      payment_id: task.artifacts.payment_id,
      order_number: String(task.artifacts.shop_order_id),
      reference,
      lines: "2",
      bank_amount: "90.00",
      bank_currency: "EUR",
      store_amount: "100.00",
      medusa_amount: "100.00",
      store_currency: "EUR",
    })
    expect(lines).toHaveLength(3)
    await listed.getByRole("link", { name: `#${task.artifacts.shop_order_id}` }).click()
    await page.waitForURL(`**/payments/${task.artifacts.payment_id}`)
    await page.getByText(task.artifacts.payment_id).first().waitFor()
    await page.goBack()
    await page.getByRole("heading", { name: "3 differences" }).waitFor()
    await page.close()
  })

  it("queries the bank about a difference, and compares again [ADM-73]", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const readOn = await withoutEventFeed()
    onTestFinished(readOn)
    await fault({ scope: { times: 20 }, ipn: { drop: true } })
    await authenticate(task.artifacts.sca_redirect_url, "approve", undefined)
    const page = await admin.page(PATH)
    await choose(page, fileOf(row(await bankIdOf(task), "100,00")))
    await page.getByRole("heading", { name: "1 difference", exact: true }).waitFor()
    await clearFaults()
    await rowsOf(page).getByRole("button", { name: "Check status at the bank" }).click()
    await page.getByText("The bank reported a change").waitFor()
    await page.getByRole("heading", { name: "No differences" }).waitFor()
    await page.close()
  })

  it("shows the lines of a file that cannot be read, and asks for a currency that it lacks [ADM-73]", async () => {
    const page = await admin.page(PATH)
    await choose(page, fileOf(row("A", "1.234"), row("B", "5,00", "Regalo")))
    const problems = page.getByRole("alert")
    await problems.getByText("Line 2: “1.234” is not an amount of the currency").waitFor()
    await problems.getByText("Line 3: “Regalo” is not a known type of operation").waitFor()
    await check(page, "reconciliation-problems")
    const spreadsheet = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("504b03040500e1", "hex") }
    await choose(page, spreadsheet)
    await problems.getByText("This is not a CSV text file").waitFor()
    const reference = await bankIdOf(await paid(agent))
    const without_currency = Buffer.from(`order;amount\n${reference};100.00`)
    await choose(page, { ...spreadsheet, buffer: without_currency })
    await problems.getByText("No column for the currency").waitFor()
    await page.getByLabel("Currency of the file").fill("EU")
    await page.getByRole("button", { name: "Compare", exact: true }).click()
    await page.getByText("Enter a currency code").waitFor()
    await page.getByLabel("Currency of the file").fill("EUR")
    await page.getByRole("button", { name: "Compare", exact: true }).click()
    await page.getByRole("heading", { name: "No differences" }).waitFor()
    await page.getByText("The file has no dates").waitFor()
    await page.close()
  })

  it("is usable on a desktop and a phone, in both themes and languages [ADM-21, ADM-73]", async () => {
    const task = await paid(agent)
    const reference = await bankIdOf(task)
    const file = fileOf(
      row(reference, "90,00"),
      row(reference, "25,00", "Devolución"),
      row(`none-${randomUUID()}`, "1.234,50"),
      row(`none-${randomUUID()}`, "5,00", "Preautorización")
    )
    await admin.checkEverywhere(
      "reconciliation",
      PATH,
      (page) => rowsOf(page).filter({ hasText: reference }).first().waitFor(),
      { act: (page) => choose(page, file) }
    )
    await admin.checkEverywhere("reconciliation-link", "/agentic-commerce/payments", (page) =>
      page.locator(`main a[href$="${PATH}"]`).waitFor()
    )
  })
})
