import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { merchantAtBank } from "../../demo/environment"
import { freePort } from "../../demo/ports"
import { startSimulatorProcess } from "../../demo/simulator-process"
import { orderNumberOf, readRedsysNotification, redsysClient, signFields } from "../../src/drivers/redsys"
import * as requests from "../../src/drivers/redsys/requests"
import { SIGNATURE_VERSIONS } from "../../src/domain/redsys-account"
import { openRedsysPage, payAtRedsys, REDSYS_CARDS } from "../support/redsys-shopper"

const secret = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"
const codeOf = (index: number) => `99900888${index}`

let url: string
let control_url: string
let notification_url: string
const received: Buffer[] = []
const stops: (() => unknown)[] = []

beforeAll(async () => {
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push(Buffer.concat(chunks))
      response.end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  notification_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/ipn`
  const [port, control_port] = [await freePort(), await freePort()]
  url = `http://localhost:${port}`
  control_url = `http://localhost:${control_port}`
  const flags = SIGNATURE_VERSIONS.flatMap((signature_version, index) => {
    const merchant = { merchant_code: codeOf(index), terminals: { "1": "EUR" }, secret, signature_version }
    return ["--redsys-merchant", JSON.stringify(merchant)]
  })
  const merchant = merchantAtBank("http://localhost:9000")
  const simulator = await startSimulatorProcess({ port, control_port, merchant, flags })
  stops.push(
    () => simulator.stop(),
    () => shop.close()
  )
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

let references = 0

describe.each([...SIGNATURE_VERSIONS.entries()])(
  "the messages of Redsys, %i: %s",
  (index, signature_version) => {
    const credentials = { secret, signature_version }
    const terminal = { merchant_code: codeOf(index), terminal: "1" }
    const recipient = { merchant_code: terminal.merchant_code, terminals: { EUR: "1" } }
    const client = () => redsysClient(url, terminal, credentials)

    function newPayment(change: Partial<requests.PaymentRequest> = {}): requests.PaymentRequest {
      const merchant_reference = `gwp_${++references}`
      return {
        intent: "preauth",
        amount: 15_900,
        currency: "EUR",
        merchant_reference,
        notification_url,
        order: orderNumberOf(merchant_reference),
        description: "Order 1042 – «ñandú»",
        return_url: "https://shop.example/return",
        ...change,
      }
    }

    const formOf = (payment: requests.PaymentRequest) => ({
      ...signFields(requests.paymentFields(terminal, payment), credentials),
    })

    async function paid(change: Partial<requests.PaymentRequest> = {}, card?: string) {
      const payment = newPayment(change)
      await payAtRedsys(`${url}/sis/realizarPago`, formOf(payment), card)
      return payment
    }

    /** The newest notification. */
    function notified() {
      const raw_body = received.at(-1) ?? Buffer.from("")
      const read = readRedsysNotification({ raw_body }, credentials, recipient)
      if (!read.ok) throw new Error(`refused as ${read.reason}`)
      return read.operation
    }

    const amountOf = ({ order }: requests.PaymentRequest, amount: number) => ({
      order,
      amount,
      currency: "EUR",
    })

    it("open the page, and the notification is about the payment", async () => {
      const payment = newPayment({
        customer: { locale: "es", billing_address: null, shipping_address: null },
        customer_email: "ana@example.com",
      })
      const back = await payAtRedsys(`${url}/sis/realizarPago`, formOf(payment))
      expect(back).toBe("https://shop.example/return")
      const { order, amount, currency, merchant_reference } = payment
      expect(notified()).toMatchObject({
        order,
        amount,
        currency,
        merchant_reference,
        transaction_type: "1",
        response: "0000",
        identifier: null,
        card: { brand: "visa", last4: "0003", exp_month: 12, exp_year: 2049 },
      })
    })

    it("are rejected by the terminal of another signature version, in both directions [REDSYS-01]", async () => {
      const other = SIGNATURE_VERSIONS.find(
        (version) => version.slice(0, 11) !== signature_version.slice(0, 11)
      )
      if (!other) throw new Error("there is no other version")
      const wrong = { secret, signature_version: other }
      const fields = requests.paymentFields(terminal, newPayment())
      const opened = openRedsysPage(`${url}/sis/realizarPago`, { ...signFields(fields, wrong) })
      await expect(opened).rejects.toThrow(/SIS0042|SIS0430/)
      await paid()
      const raw_body = received.at(-1) ?? Buffer.from("")
      expect(readRedsysNotification({ raw_body }, wrong, recipient)).toEqual({
        ok: false,
        reason: "alg_not_allowed",
      })
      await expect(redsysClient(url, terminal, wrong).execute(fields)).rejects.toMatchObject({
        code: "bank_configuration",
        outcome: "not_executed",
      })
    })

    it("capture a part, refund it in parts, and list all operations of the order", async () => {
      const payment = await paid()
      const capture = await client().execute(requests.captureFields(terminal, amountOf(payment, 9000)))
      expect(capture).toMatchObject({ outcome: { kind: "approved" }, operation: { amount: 9000 } })
      for (const amount of [4000, 5000]) {
        const refund = await client().execute(requests.refundFields(terminal, amountOf(payment, amount)))
        expect(refund.outcome.kind).toBe("approved")
      }
      const listed = (await client().query(payment.order)).map((one) => [one.transaction_type, one.amount])
      expect(listed).toEqual([
        ["1", 15_900],
        ["2", 9000],
        ["3", 4000],
        ["3", 5000],
      ])
    })

    it("reject a second or too large capture, a refund above the captured amount, and a void after a capture", async () => {
      const payment = await paid()
      const failure = (fields: ReturnType<typeof requests.captureFields>) =>
        client()
          .execute(fields)
          .catch(({ code, outcome }: { code: string; outcome: string }) => [code, outcome])
      const [exceeding, all] = [amountOf(payment, 15_901), amountOf(payment, 15_900)]
      expect(await failure(requests.captureFields(terminal, exceeding))).toEqual([
        "capture_exceeds_authorization",
        "not_executed",
      ])
      await client().execute(requests.captureFields(terminal, all))
      const invalid = ["invalid_state", "not_executed"]
      expect(await failure(requests.captureFields(terminal, all))).toEqual(invalid)
      expect(await failure(requests.voidFields(terminal, all))).toEqual(invalid)
      expect(await failure(requests.refundFields(terminal, exceeding))).toEqual([
        "refund_exceeds_captured",
        "not_executed",
      ])
    })

    it("void an authorization", async () => {
      const payment = await paid()
      const result = await client().execute(requests.voidFields(terminal, amountOf(payment, 15_900)))
      expect(result).toMatchObject({ outcome: { kind: "approved" }, operation: { response: "0400" } })
      expect(await client().query(payment.order)).toContainEqual(
        expect.objectContaining({ transaction_type: "9", state: "finished", response: "0400" })
      )
    })

    it("save a card with a payment, charge it once per order number, and delete it [REDSYS-04]", async () => {
      await paid({ intent: "sale", save_card: "recurring" })
      const { identifier, network_transaction_id } = notified()
      const reference = `gwp_${++references}`
      const card = { identifier: String(identifier), network_transaction_id: String(network_transaction_id) }
      const charge = requests.chargeFields(terminal, {
        ...card,
        usage: "recurring",
        amount: 990,
        currency: "EUR",
        description: "Renewal",
        order: orderNumberOf(reference),
        merchant_reference: reference,
      } as const)
      expect((await client().execute(charge)).outcome).toEqual({ kind: "approved" })
      await expect(client().execute(charge)).rejects.toMatchObject({
        code: "duplicate_reference",
        outcome: "unknown",
      })
      expect(await client().query(orderNumberOf(reference))).toEqual([
        { transaction_type: "0", amount: 990, currency: "EUR", state: "finished", response: "0000" },
      ])
      const deletion = { order: orderNumberOf(`${reference}x`), identifier: card.identifier }
      const deleted = await client().execute(requests.deletionFields(terminal, deletion))
      expect(deleted.outcome).toEqual({ kind: "approved" })
      const again = { ...charge, DS_MERCHANT_ORDER: orderNumberOf(`${reference}y`) }
      expect((await client().execute(again)).outcome).toMatchObject({ decline: { code: "token_revoked" } })
    })

    it("report a charge that needs the customer as a decline, not as a failure", async () => {
      await paid({ intent: "sale", save_card: "unscheduled" }, REDSYS_CARDS.needs_shopper)
      const { identifier, network_transaction_id } = notified()
      const merchant_reference = `gwp_${++references}`
      const charge = {
        ...amountOf(newPayment({ order: orderNumberOf(merchant_reference) }), 990),
        usage: "unscheduled" as const,
        merchant_reference,
        description: "Renewal",
        identifier: String(identifier),
        network_transaction_id: String(network_transaction_id),
      } as const
      const { outcome } = await client().execute(requests.chargeFields(terminal, charge))
      expect(outcome).toMatchObject({
        kind: "declined",
        decline: { code: "sca_required" },
        is_card_dead: false,
      })
    })

    it("leave the outcome unknown after a failure of the server, and the query shows whether it was executed [REDSYS-05]", async () => {
      for (const [ending, executed] of [
        [68, ["1", "2"]],
        [69, ["1"]],
      ] as const) {
        const payment = await paid()
        const capture = requests.captureFields(terminal, amountOf(payment, 1000 + ending))
        await expect(client().execute(capture)).rejects.toMatchObject({ outcome: "unknown" })
        const types = (await client().query(payment.order)).map(({ transaction_type }) => transaction_type)
        expect(types).toEqual(executed)
      }
    })

    it("list an open payment as authenticating, and nothing for an unknown order", async () => {
      const payment = newPayment()
      expect(await client().query(payment.order)).toEqual([])
      await openRedsysPage(`${url}/sis/realizarPago`, formOf(payment))
      expect(await client().query(payment.order)).toMatchObject([{ state: "authenticating", response: null }])
      await expect(openRedsysPage(`${url}/sis/realizarPago`, formOf(payment))).rejects.toThrow("SIS0051")
    })

    it("are not listed while the query is disabled [REDSYS-15]", async () => {
      const { order } = await paid()
      const enable = async (enabled: unknown) => {
        const init = { method: "POST", body: JSON.stringify({ enabled }) }
        return (await fetch(`${control_url}/_sim/redsys/query`, init)).status
      }
      expect([await enable(false), await enable("no")]).toEqual([200, 400])
      await expect(client().query(order)).rejects.toMatchObject({ code: "query_failed", outcome: "unknown" })
      expect(await enable(true)).toBe(200)
      expect(await client().query(order)).toHaveLength(1)
    })

    it("leave the outcome unknown without a response [REDSYS-05]", async () => {
      const unreachable = redsysClient(`http://localhost:${await freePort()}`, terminal, credentials)
      const capture = requests.captureFields(terminal, amountOf(newPayment(), 100))
      await expect(unreachable.execute(capture)).rejects.toMatchObject({
        code: "unreachable",
        outcome: "unknown",
      })
      await expect(unreachable.query("1042AB12CD34")).rejects.toMatchObject({ outcome: "unknown" })
    })
  }
)
