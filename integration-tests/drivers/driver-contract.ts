import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type {
  BankDriver,
  CreatePayment,
  NextAction,
  NotificationRequest,
  PaymentSnapshot,
  TokenSnapshot,
} from "../../src/drivers/driver"
import { describeTokens } from "./token-contract"
import { expectUnsupported } from "./unsupported"

type Snapshot = PaymentSnapshot | TokenSnapshot

/** A bank to try a driver on: its test system, or a simulator of it. */
export interface BankUnderTest {
  readonly driver: BankDriver
  /** A driver of the same bank at an address where nobody answers. */
  readonly unreachable: BankDriver
  /** The shopper proves the payment or the card, or does not. */
  shopper(subject: Snapshot, action: "approve" | "decline"): Promise<void>
  /** Waits for the bank's notification about a payment or a card in this state, as it came in. */
  notified(subject: Snapshot, status: Snapshot["status"]): Promise<NotificationRequest>
  /** Lets the bank ask for a form instead of a link the next time, where one bank does both. */
  askForForm?(): Promise<void>
  stop(): Promise<void>
}

/** The browser can be sent there: to an http(s) page, with a form where the bank wants one. */
function expectPassable(action: NextAction | null): void {
  expect(new URL(action?.url ?? "").protocol).toMatch(/^https?:$/)
  expect(["redirect", "redirect_post"]).toContain(action?.type)
  if (action?.type !== "redirect_post") return
  const fields = Object.entries(action.fields)
  expect(fields).not.toEqual([])
  for (const field of fields) expect(field).toEqual([expect.stringMatching(/./), expect.any(String)])
}

const newPayment = (change: Partial<CreatePayment> = {}): CreatePayment => ({
  merchant_reference: `gwp_${randomUUID()}`,
  intent: "sale",
  amount: 15_900,
  currency: "RON",
  description: "Order 1042",
  return_url: "https://shop.example/return",
  ...change,
})

const context = () => ({ idempotency_key: randomUUID(), repeated: false })
const reference = () => `gwo_${randomUUID()}`

/** What every driver must do, whatever its bank's wire looks like. A driver's own test calls this once. */
export function describeDriver(name: string, start: () => Promise<BankUnderTest>): void {
  describe(`the ${name} driver`, () => {
    let bank: BankUnderTest
    let driver: BankDriver
    beforeAll(async () => {
      bank = await start()
      driver = bank.driver
    })
    afterAll(() => bank?.stop())

    const open = (change?: Partial<CreatePayment>) => driver.createPayment(newPayment(change), context())

    async function approved(change?: Partial<CreatePayment>): Promise<PaymentSnapshot> {
      const payment = await open(change)
      await bank.shopper(payment, "approve")
      return current(payment)
    }

    async function current({ merchant_reference }: PaymentSnapshot): Promise<PaymentSnapshot> {
      const found = await driver.findPayment(merchant_reference)
      if (!found) throw new Error("the bank has lost the payment")
      return found
    }

    it("opens a payment and says where the shopper proves it", async () => {
      const asked = newPayment()
      const payment = await driver.createPayment(asked, context())
      const { merchant_reference, intent, amount, currency } = asked
      expect(payment).toMatchObject({
        merchant_reference,
        intent,
        amount,
        currency,
        status: "requires_action",
      })
      expect(payment.version).toBeGreaterThan(0)
      expectPassable(payment.next_action)
      expect(payment.amounts).toEqual({ captured: 0, refunded: 0 })
    })

    it("says so when the shopper has to come with a form, and tells the same form when asked again", async () => {
      if (!bank.askForForm) return
      await bank.askForForm()
      const payment = await open()
      expect(payment.next_action?.type).toBe("redirect_post")
      expectPassable(payment.next_action)
      expect((await current(payment)).next_action).toEqual(payment.next_action)
    })

    it("opens one payment when the same call is made again with the same key", async () => {
      const [asked, key] = [newPayment(), context()]
      const [one, two] = [await driver.createPayment(asked, key), await driver.createPayment(asked, key)]
      expect(two.id).toBe(one.id)
    })

    it("refuses what the bank does not execute, and says that nothing happened", async () => {
      await expect(open({ currency: "CHF" })).rejects.toMatchObject({
        name: "BankError",
        outcome: "not_executed",
      })
    })

    it("does not know how a call ended that got no answer", async () => {
      const call = bank.unreachable.findPayment("gwp_1")
      await expect(call).rejects.toMatchObject({ name: "BankError", outcome: "unknown" })
    })

    it("finds a payment by our reference, and nothing by an unknown one", async () => {
      const payment = await open()
      expect((await current(payment)).id).toBe(payment.id)
      expect(await driver.findPayment(`gwp_${randomUUID()}`)).toBeNull()
    })

    it("reads a genuine notification: what happened, to which payment, with a mark that it counts once", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      const verdict = await driver.readNotification(await bank.notified(payment, "captured"))
      if (!verdict.ok) throw new Error(`refused as ${verdict.reason}`)
      expect(verdict.event.payment).toEqual(await current(payment))
      expect(verdict.event.payment?.amounts.captured).toBe(payment.amount)
      expect(verdict.event.event_id).not.toBe("")
      expect(verdict.nonce.expires_at.getTime()).toBeGreaterThan(Date.now())
      expect(driver.acknowledge(verdict).status).toBe(200)
    })

    it("does not believe a notification that was changed on the way", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      const request = await bank.notified(payment, "captured")
      const changed = Buffer.from(request.raw_body.toString().replace(String(payment.amount), "1"))
      const verdict = await driver.readNotification({ ...request, raw_body: changed })
      expect(verdict.ok).toBe(false)
      expect(driver.acknowledge(verdict).status).toBeGreaterThanOrEqual(400)
    })

    it("does not believe a notification without its proof", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      const request = await bank.notified(payment, "captured")
      expect((await driver.readNotification({ ...request, headers: {} })).ok).toBe(false)
    })

    it("tells a decline in neutral words", async () => {
      const payment = await open()
      await bank.shopper(payment, "decline")
      const { status, decline } = await current(payment)
      expect([status, decline?.code]).toEqual(["declined", expect.stringMatching(/^[a-z_]+$/)])
    })

    const capture = (bank_payment_id: string, amount: number, final: boolean) =>
      driver.capturePayment({ bank_payment_id, merchant_reference: reference(), amount, final }, context())

    const refund = (bank_payment_id: string, amount: number, full: boolean, name = reference()) =>
      driver.refundPayment({ bank_payment_id, merchant_reference: name, amount, full }, context())

    it("opens what its capabilities name, sale or preauth, and refuses the other", async () => {
      for (const intent of ["sale", "preauth"] as const) {
        if (driver.capabilities.intents.includes(intent)) expect((await open({ intent })).intent).toBe(intent)
        else await expectUnsupported(open({ intent }))
      }
    })

    it("captures a reserved amount in parts, never more than was reserved, or refuses parts", async () => {
      if (driver.capabilities.capture !== "multiple") return expectUnsupported(capture("pay_1", 900, false))
      const { id, amount } = await approved({ intent: "preauth" })
      const first = await capture(id, 900, false)
      expect([first.status, first.captures.map((one) => one.amount)]).toEqual(["partially_captured", [900]])
      await expect(capture(id, amount, false)).rejects.toMatchObject({ outcome: "not_executed" })
      expect(await capture(id, amount - 900, true)).toMatchObject({
        status: "captured",
        amounts: { captured: amount },
      })
    })

    it("captures once when the same call is made again with the same key, or refuses to", async () => {
      if (driver.capabilities.capture === "none") return expectUnsupported(capture("pay_1", 900, true))
      const { id: bank_payment_id, amount } = await approved({ intent: "preauth" })
      const [call, key] = [
        { bank_payment_id, merchant_reference: reference(), amount, final: true },
        context(),
      ]
      await driver.capturePayment(call, key)
      expect((await driver.capturePayment(call, key)).captures).toHaveLength(1)
    })

    it("releases an authorisation, and a payment nobody has proved yet, or refuses to", async () => {
      const release = (bank_payment_id: string) => driver.voidPayment({ bank_payment_id }, context())
      if (!driver.capabilities.void) return expectUnsupported(release("pay_1"))
      expect((await release((await open()).id)).status).toBe("canceled")
      if (!driver.capabilities.intents.includes("preauth")) return
      expect((await release((await approved({ intent: "preauth" })).id)).status).toBe("voided")
    })

    it("refunds in parts, names each by our reference, never more than was taken, or refuses parts", async () => {
      if (driver.capabilities.refund !== "partial") return expectUnsupported(refund("pay_1", 900, false))
      const { id, amount } = await approved()
      const merchant_reference = reference()
      const { refunds, amounts } = await refund(id, 900, false, merchant_reference)
      expect(refunds).toEqual([
        expect.objectContaining({ merchant_reference, amount: 900, status: "succeeded" }),
      ])
      expect(amounts.refunded).toBe(900)
      await expect(refund(id, amount, false)).rejects.toMatchObject({ outcome: "not_executed" })
    })

    it("refunds everything at once, or refuses to", async () => {
      if (driver.capabilities.refund === "none") return expectUnsupported(refund("pay_1", 900, true))
      const { id, amount } = await approved()
      expect((await refund(id, amount, true)).amounts.refunded).toBe(amount)
    })

    describeTokens(() => bank)

    it("raises the version with every change", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      expect((await current(payment)).version).toBeGreaterThan(payment.version)
    })

    it("lists the bank's events from any point on, or refuses to", async () => {
      if (!driver.capabilities.events) return expectUnsupported(driver.listEvents(0))
      const { id } = await approved()
      const all: { sequence: number | null; payment: PaymentSnapshot | null }[] = []
      for (let more = true; more;) {
        const page = await driver.listEvents(all.at(-1)?.sequence ?? 0)
        all.push(...page.events)
        more = page.has_more
      }
      expect(all.some(({ payment }) => payment?.id === id)).toBe(true)
      expect((await driver.listEvents(all.at(-1)?.sequence ?? 0)).events).toEqual([])
    })
  })
}
