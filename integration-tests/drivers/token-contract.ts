import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type {
  PaymentSnapshot,
  StoredCard,
  TokenCharge,
  TokenSetup,
  TokenSnapshot,
} from "../../src/drivers/driver"
import type { BankUnderTest } from "./driver-contract"
import { cardSavedWith, reportedCard, requestedCard, StoreBook } from "./store-book"
import { expectUnsupported } from "./unsupported"

const newSetup = (change: Partial<TokenSetup> = {}): TokenSetup => ({
  merchant_reference: `gwt_${randomUUID()}`,
  customer_reference: "customer-7",
  currency: "RON",
  usage: "unscheduled",
  terms: { max_amount: 20_000, max_per_month: 60_000, expires_at: "2030-01-31T00:00:00.000Z" },
  return_url: "https://shop.example/return",
  ...change,
})

/** A card that does not exist. */
const NONE = {
  id: "tok_1",
  currency: "RON",
  usage: "recurring",
  network_transaction_id: "1",
} as TokenSnapshot

const context = () => ({ idempotency_key: randomUUID(), repeated: false })

/** The tests every driver of a bank that saves cards must pass. Part of the contract, which calls this. */
export function describeTokens(underTest: () => BankUnderTest): void {
  describe("of a bank that saves cards", () => {
    const driver = () => underTest().driver
    const standalone = () => driver().capabilities.tokenize === "standalone"
    const savable = () => {
      const { currency } = underTest()
      return newSetup(currency ? { currency } : {})
    }
    const open = (setup = savable()) => driver().startTokenSetup(setup, context())

    /** A card the customer agreed to save: on its own if the bank supports that, otherwise with a payment. */
    async function savedToken(): Promise<TokenSnapshot> {
      const setup = savable()
      if (!standalone()) return current(cardSavedWith(setup, await paid(setup)))
      await underTest().shopper(await open(setup), "approve")
      return current(requestedCard(setup))
    }

    /** A payment that saved the card, as the bank's notification reports it: it may be the only report of the card. */
    async function paid(setup: TokenSetup): Promise<PaymentSnapshot> {
      const payment = await pay(setup)
      await underTest().shopper(payment, "approve")
      const verdict = await driver().readNotification(await underTest().notified(payment, "captured"))
      if (!verdict.ok || !verdict.event.payment) throw new Error("the notification is not about the payment")
      return verdict.event.payment
    }

    /** Creates a payment that also saves the card. */
    function pay({ merchant_reference, currency, return_url, ...save_card }: TokenSetup) {
      const order = { intent: "sale" as const, amount: 1500, description: "Order 7" }
      const payment = { ...order, merchant_reference, currency, return_url, save_card }
      return driver().createPayment({ ...payment, customer_email: "ana@example.com" }, context())
    }

    async function current(card: StoredCard): Promise<TokenSnapshot> {
      const found = await driver().findToken(card)
      if (!found) throw new Error("the bank has lost the token")
      return found
    }

    const charge = (token: TokenSnapshot, change: Partial<TokenCharge> = {}, key = context()) =>
      driver().chargeToken(
        {
          bank_token_id: token.id,
          merchant_reference: `gwp_${randomUUID()}`,
          amount: 9900,
          currency: token.currency,
          description: "Renewal",
          mit: {
            type: token.usage,
            initial_network_transaction_id: String(token.network_transaction_id),
          },
          ...change,
        },
        key
      )

    it("opens the bank's page for saving a card, once per key, and finds the token by id and by reference, or rejects the call", async () => {
      if (!standalone()) return expectUnsupported(open())
      const [input, key] = [savable(), context()]
      const token = await driver().startTokenSetup(input, key)
      const { merchant_reference, customer_reference, currency, usage } = input
      expect(token).toMatchObject({ merchant_reference, customer_reference, currency, usage, card: null })
      expect([token.status, URL.canParse(token.next_action?.url ?? "")]).toEqual(["requires_action", true])
      expect((await driver().startTokenSetup(input, key)).id).toBe(token.id)
      for (const card of [reportedCard(token), requestedCard(input)])
        expect(await driver().findToken(card)).toEqual(token)
      const unknown = requestedCard(savable())
      expect(await driver().findToken(unknown)).toBeNull()
      expect(await driver().findToken({ ...unknown, bank_token_id: "tok_unknown" })).toBeNull()
    })

    it("saves the card after the customer's consent, and reads the notification about it", async () => {
      if (!standalone()) return
      const token = await savedToken()
      expect(token).toMatchObject({
        status: "active",
        next_action: null,
        card: { last4: expect.stringMatching(/^\d{4}$/) as string, exp_year: expect.any(Number) as number },
        network_transaction_id: expect.any(String) as string,
      })
      const verdict = await driver().readNotification(await underTest().notified(token, "active"))
      if (!verdict.ok) throw new Error(`refused as ${verdict.reason}`)
      expect([verdict.event.token, verdict.event.payment]).toEqual([token, null])
    })

    it("maps the reason why a card was not saved to a neutral code", async () => {
      if (!standalone()) return
      const token = await open()
      await underTest().shopper(token, "decline")
      const { status, decline } = await current(reportedCard(token))
      expect([status, decline?.code]).toEqual(["failed", expect.stringMatching(/^[a-z_]+$/)])
    })

    it("saves a card during a payment under the payment's reference and returns its token, or rejects the call", async () => {
      if (driver().capabilities.tokenize === "none") return expectUnsupported(pay(savable()))
      const setup = savable()
      const { customer_reference, usage } = setup
      const payment = await paid(setup)
      expect(payment).toMatchObject({
        token_id: expect.stringMatching(/./) as string,
        network_transaction_id: expect.stringMatching(/./) as string,
      })
      const token = await current(cardSavedWith(setup, payment))
      expect(token).toMatchObject({ id: payment.token_id, status: "active", customer_reference, usage })
      const { card, network_transaction_id } = token
      expect({ card, network_transaction_id }).toEqual({
        card: payment.card,
        network_transaction_id: payment.network_transaction_id,
      })
    })

    it("charges a saved card without the customer, once per key, or rejects the call", async () => {
      if (!driver().capabilities.mit) return expectUnsupported(charge(NONE))
      const [token, key] = [await savedToken(), context()]
      const input = { merchant_reference: `gwp_${randomUUID()}` }
      const payment = await charge(token, input, key)
      const stored = new StoreBook().of(payment, token.id)
      expect(payment).toMatchObject({ ...input, status: "captured", amount: 9900, token_id: token.id })
      expect(payment.next_action).toBeNull()
      expect((await charge(token, input, { ...key, repeated: true })).id).toBe(payment.id)
      const { card, ...state } = { ...(await driver().findPayment(stored)) }
      // A bank may report the card only in its answer.
      expect(payment).toMatchObject({ ...state, ...(card && { card }) })
    })

    it("reports a declined charge as a payment with a neutral code", async () => {
      if (!driver().capabilities.mit) return
      const token = await savedToken()
      const mit = { type: token.usage, initial_network_transaction_id: "of another agreement" }
      const payment = await charge(token, { mit })
      expect([payment.status, payment.decline?.code]).toEqual([
        "declined",
        expect.stringMatching(/^[a-z_]+$/),
      ])
    })

    it("finds and revokes no card when the bank saves none", async () => {
      if (driver().capabilities.tokenize !== "none") return
      await expectUnsupported(current(reportedCard(NONE)))
      await expectUnsupported(driver().revokeToken(NONE))
    })

    it("rejects a charge of a revoked card with the outcome not_executed, and one above the limit if the bank knows it", async () => {
      if (!driver().capabilities.mit) return
      const token = await savedToken()
      const tooMuch = () => charge(token, { amount: 20_001 })
      if (underTest().enforcesLimits)
        await expect(tooMuch()).rejects.toMatchObject({ outcome: "not_executed" })
      for (const _ of [1, 2]) {
        const revoked = await driver().revokeToken(token)
        expect(revoked).toMatchObject({ id: token.id, status: "revoked", next_action: null })
        expect(revoked.version).toBeGreaterThan(token.version)
      }
      await expect(charge(token)).rejects.toMatchObject({ outcome: "not_executed" })
    })
  })
}
