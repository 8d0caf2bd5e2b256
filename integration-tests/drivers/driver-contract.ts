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
import { StoreBook } from "./store-book"
import { expectUnsupported } from "./unsupported"

type Snapshot = PaymentSnapshot | TokenSnapshot

/** A bank to test a driver with: the bank's test system, or a simulator of it. */
export interface BankUnderTest {
  readonly driver: BankDriver
  /** A driver of the same bank at an address without a server. */
  readonly unreachable: BankDriver
  /** Plays the customer, who confirms or declines the authentication of the payment or card. */
  shopper(subject: Snapshot, action: "approve" | "decline"): Promise<void>
  /** Waits for the bank's notification about a payment or card in this status, as received. */
  notified(subject: Snapshot, status: Snapshot["status"]): Promise<NotificationRequest>
  /** The only currency of the account. By default the account has RON and EUR. No account has CHF. */
  readonly currency?: string
  /** Whether the bank itself declines charges above the agreed limit of a saved card. */
  readonly enforcesLimits?: boolean
  /** A genuine notification without its signature. By default its headers are removed. */
  unsigned?(request: NotificationRequest): NotificationRequest
  /** Makes the bank require a form post instead of a link next time, if the bank supports both. */
  requireFormPost?(): Promise<void>
  stop(): Promise<void>
}

/** Expects an action the browser can follow: an http(s) page, with a form if the bank requires one. */
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

/** The bytes with another digit or letter in the middle. */
function changedByOneByte(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const middle = changed.findIndex(
    (byte, index) => index > body.length / 2 && /\w/.test(String.fromCharCode(byte))
  )
  changed[middle] = changed[middle] === 0x31 ? 0x32 : 0x31
  return changed
}

/** A payment that no bank knows. */
const unopened = () => {
  const { merchant_reference, intent, amount, currency } = newPayment()
  const status = "requires_action" as const
  return {
    id: "pay_1",
    merchant_reference,
    intent,
    amount,
    currency,
    status,
    captures: [],
    refunds: [],
  }
}
type Stored = Parameters<StoreBook["of"]>[0]

const context = () => ({ idempotency_key: randomUUID(), repeated: false })
const reference = () => `gwo_${randomUUID()}`

/** The tests every driver must pass, whatever its bank's protocol. A driver's own test calls this once. */
export function describeDriver(name: string, start: () => Promise<BankUnderTest>): void {
  describe(`the ${name} driver`, () => {
    let bank: BankUnderTest
    let driver: BankDriver
    beforeAll(async () => {
      bank = await start()
      driver = bank.driver
    })
    afterAll(() => bank?.stop())

    const book = new StoreBook()

    /** A payment in the account's currency. */
    const payable = (change?: Partial<CreatePayment>) =>
      newPayment({ ...(bank.currency && { currency: bank.currency }), ...change })

    const open = async (change?: Partial<CreatePayment>) =>
      book.note(await driver.createPayment(payable(change), context()))

    async function approved(change?: Partial<CreatePayment>): Promise<PaymentSnapshot> {
      const payment = await open(change)
      await bank.shopper(payment, "approve")
      return current(payment)
    }

    async function current(payment: PaymentSnapshot): Promise<PaymentSnapshot> {
      const found = await driver.findPayment(book.of(payment))
      if (!found) throw new Error("the bank has lost the payment")
      return book.note(found)
    }

    it("creates a payment and returns the customer's next action", async () => {
      const input = payable()
      const payment = await driver.createPayment(input, context())
      const { merchant_reference, intent, amount, currency } = input
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

    it("reports a required form post, and returns the same form for a repeated query", async () => {
      if (!bank.requireFormPost) return
      await bank.requireFormPost()
      const payment = await open()
      expect(payment.next_action?.type).toBe("redirect_post")
      expectPassable(payment.next_action)
      expect((await current(payment)).next_action).toEqual(payment.next_action)
    })

    it("creates one payment when the same call is repeated with the same key", async () => {
      const [input, key] = [payable(), context()]
      const one = await driver.createPayment(input, key)
      const two = await driver.createPayment(input, { ...key, repeated: true })
      expect(two.id).toBe(one.id)
    })

    it("rejects a call the bank does not execute with the outcome not_executed", async () => {
      await expect(open({ currency: "CHF" })).rejects.toMatchObject({
        name: "BankError",
        outcome: "not_executed",
      })
    })

    it("reports the outcome unknown for a call without an answer", async () => {
      const { unreachable } = bank
      for (const call of [() => unreachable.findPayment(book.of(unopened())), () => unreachable.ping()])
        await expect(call()).rejects.toMatchObject({ name: "BankError", outcome: "unknown" })
      await expect(driver.ping()).resolves.toBeUndefined()
    })

    it("finds a payment by the store's reference, and nothing by an unknown one", async () => {
      const payment = await open()
      expect((await current(payment)).id).toBe(payment.id)
      expect(await driver.findPayment({ ...book.of(unopened()), bank_payment_id: null })).toBeNull()
    })

    it("reads a genuine notification: the event, its payment, and a nonce against replays", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      const verdict = await driver.readNotification(await bank.notified(payment, "captured"))
      if (!verdict.ok) throw new Error(`refused as ${verdict.reason}`)
      // A bank may report the card only in its notification.
      const { card, ...state } = await current(payment)
      expect(verdict.event.payment).toMatchObject({ ...state, ...(card && { card }) })
      expect(verdict.event.payment?.amounts.captured).toBe(payment.amount)
      expect(verdict.event.event_id).not.toBe("")
      expect(verdict.nonce.expires_at.getTime()).toBeGreaterThan(Date.now())
      expect(driver.acknowledge(verdict).status).toBe(200)
    })

    it("rejects a notification that was changed in transit", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      const request = await bank.notified(payment, "captured")
      const changed = changedByOneByte(request.raw_body)
      const verdict = await driver.readNotification({ ...request, raw_body: changed })
      expect(verdict.ok).toBe(false)
      expect(driver.acknowledge(verdict).status).toBeGreaterThanOrEqual(400)
    })

    it("rejects a notification without its signature", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      const request = await bank.notified(payment, "captured")
      const unsigned = bank.unsigned?.(request) ?? { ...request, headers: {} }
      expect((await driver.readNotification(unsigned)).ok).toBe(false)
    })

    it("maps a decline to a neutral code", async () => {
      const payment = await open()
      await bank.shopper(payment, "decline")
      const { status, decline } = await current(payment)
      expect([status, decline?.code]).toEqual(["declined", expect.stringMatching(/^[a-z_]+$/)])
    })

    async function capture(of: Stored, amount: number, final: boolean): Promise<PaymentSnapshot> {
      const merchant_reference = reference()
      book.begin(of, { kind: "capture", merchant_reference, amount })
      const call = { payment: book.of(of), merchant_reference, amount, final }
      return book.note(await driver.capturePayment(call, context()))
    }

    async function refund(of: Stored, amount: number, full: boolean, merchant_reference = reference()) {
      book.begin(of, { kind: "refund", merchant_reference, amount })
      const call = { payment: book.of(of), merchant_reference, amount, full }
      return book.note(await driver.refundPayment(call, context()))
    }

    async function release(of: Stored): Promise<PaymentSnapshot> {
      book.begin(of, { kind: "void", merchant_reference: reference(), amount: null })
      return book.note(await driver.voidPayment({ payment: book.of(of) }, context()))
    }

    it("creates payments with the intents in its capabilities, and rejects other intents", async () => {
      for (const intent of ["sale", "preauth"] as const) {
        if (driver.capabilities.intents.includes(intent)) expect((await open({ intent })).intent).toBe(intent)
        else await expectUnsupported(open({ intent }))
      }
    })

    it("creates payments by the methods in its capabilities, and rejects other methods", async () => {
      for (const method of ["card", "bizum"] as const) {
        const payment = () => open({ method, currency: bank.currency ?? "EUR" })
        if (!driver.capabilities.methods.includes(method)) await expectUnsupported(payment())
        else expect((await payment()).status).toBe("requires_action")
      }
    })

    it("rejects Bizum with a later capture, in another currency and with a saved card [REDSYS-13]", async () => {
      const save_card = {
        customer_reference: "customer-7",
        usage: "recurring",
        terms: { max_amount: 1, max_per_month: 1, expires_at: "2030-01-31T00:00:00.000Z" },
      } as const
      for (const change of [{ intent: "preauth" }, { currency: "RON" }, { save_card }] as const)
        await expectUnsupported(open({ method: "bizum", currency: "EUR", ...change }))
    })

    it("captures an authorization in parts, never above the authorized amount, or rejects partial captures", async () => {
      if (driver.capabilities.capture !== "multiple")
        return expectUnsupported(capture(unopened(), 900, false))
      const payment = await approved({ intent: "preauth" })
      const { amount } = payment
      const first = await capture(payment, 900, false)
      expect([first.status, first.captures.map((one) => one.amount)]).toEqual(["partially_captured", [900]])
      await expect(capture(payment, amount, false)).rejects.toMatchObject({ outcome: "not_executed" })
      expect(await capture(payment, amount - 900, true)).toMatchObject({
        status: "captured",
        amounts: { captured: amount },
      })
    })

    it("captures a part once if it supports a single capture, which ends the authorization", async () => {
      if (driver.capabilities.capture !== "single") return
      const payment = await approved({ intent: "preauth" })
      await expect(capture(payment, payment.amount + 1, true)).rejects.toMatchObject({
        outcome: "not_executed",
      })
      const captured = await capture(payment, 900, true)
      expect([captured.status, captured.captures.map((one) => one.amount)]).toEqual(["captured", [900]])
      await expect(capture(payment, 900, true)).rejects.toMatchObject({ outcome: "not_executed" })
    })

    it("captures once when the same call is repeated with the same key, or rejects captures", async () => {
      if (driver.capabilities.capture === "none") return expectUnsupported(capture(unopened(), 900, true))
      const payment = await approved({ intent: "preauth" })
      const [merchant_reference, { amount }, key] = [reference(), payment, context()]
      book.begin(payment, { kind: "capture", merchant_reference, amount })
      const call = { payment: book.of(payment), merchant_reference, amount, final: true }
      await driver.capturePayment(call, key)
      const { captures } = await driver.capturePayment(call, { ...key, repeated: true })
      expect(captures).toEqual([expect.objectContaining({ merchant_reference, amount })])
    })

    it("voids an authorization and an unauthenticated payment, or rejects voids", async () => {
      if (!driver.capabilities.void) return expectUnsupported(release(unopened()))
      expect((await release(await open())).status).toBe("canceled")
      if (!driver.capabilities.intents.includes("preauth")) return
      expect((await release(await approved({ intent: "preauth" }))).status).toBe("voided")
    })

    it("refunds in parts with the store's references, never above the captured amount, or rejects partial refunds", async () => {
      if (driver.capabilities.refund !== "partial") return expectUnsupported(refund(unopened(), 900, false))
      const payment = await approved()
      const merchant_reference = reference()
      const { refunds, amounts } = await refund(payment, 900, false, merchant_reference)
      expect(refunds).toEqual([
        expect.objectContaining({ merchant_reference, amount: 900, status: "succeeded" }),
      ])
      expect(amounts.refunded).toBe(900)
      await expect(refund(payment, payment.amount, false)).rejects.toMatchObject({ outcome: "not_executed" })
    })

    it("refunds the full amount, or rejects refunds", async () => {
      if (driver.capabilities.refund === "none") return expectUnsupported(refund(unopened(), 900, true))
      const payment = await approved()
      expect((await refund(payment, payment.amount, true)).amounts.refunded).toBe(payment.amount)
    })

    describeTokens(() => bank)

    it("increases the version with every change", async () => {
      const payment = await open()
      await bank.shopper(payment, "approve")
      expect((await current(payment)).version).toBeGreaterThan(payment.version)
    })

    it("lists the bank's events from any position on, or rejects the call", async () => {
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
