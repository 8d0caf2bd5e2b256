import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { TokenCharge, TokenSetup, TokenSnapshot } from "../../src/drivers/driver"
import type { BankUnderTest } from "./driver-contract"
import { expectUnsupported } from "./unsupported"

const newSetup = (change: Partial<TokenSetup> = {}): TokenSetup => ({
  merchant_reference: `gwt_${randomUUID()}`,
  customer_reference: "customer-7",
  currency: "RON",
  usage: "unscheduled",
  terms: { max_amount: 20_000 },
  return_url: "https://shop.example/return",
  ...change,
})

/** A card that is not there. */
const NONE = {
  id: "tok_1",
  currency: "RON",
  usage: "recurring",
  network_transaction_id: "1",
} as TokenSnapshot

const context = () => ({ idempotency_key: randomUUID(), repeated: false })

/** What every driver whose bank keeps cards must do. Part of the contract; called by it. */
export function describeTokens(underTest: () => BankUnderTest): void {
  describe("of a bank that keeps cards", () => {
    const driver = () => underTest().driver
    const standalone = () => driver().capabilities.tokenize === "standalone"
    const open = (setup = newSetup()) => driver().startTokenSetup(setup, context())

    /** A card the shopper has agreed to keep, on its own where the bank does that. */
    async function kept(): Promise<TokenSnapshot> {
      const setup = newSetup()
      const opened = standalone() ? await open(setup) : await pay(setup)
      await underTest().shopper(opened, "approve")
      return current(setup)
    }

    /** Opens a payment with which the card is kept. */
    function pay({ merchant_reference, currency, return_url, ...save_card }: TokenSetup) {
      const order = { intent: "sale" as const, amount: 1500, description: "Order 7" }
      const payment = { ...order, merchant_reference, currency, return_url, save_card }
      return driver().createPayment({ ...payment, customer_email: "ana@example.com" }, context())
    }

    async function current({ merchant_reference }: { merchant_reference: string }): Promise<TokenSnapshot> {
      const found = await driver().findToken({ bank_token_id: null, merchant_reference })
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

    it("opens the bank's page for a card, once for the same key, and finds it by either name, or refuses to", async () => {
      if (!standalone()) return expectUnsupported(open())
      const [asked, key] = [newSetup(), context()]
      const token = await driver().startTokenSetup(asked, key)
      const { merchant_reference, customer_reference, currency, usage } = asked
      expect(token).toMatchObject({ merchant_reference, customer_reference, currency, usage, card: null })
      expect([token.status, URL.canParse(token.next_action?.url ?? "")]).toEqual(["requires_action", true])
      expect((await driver().startTokenSetup(asked, key)).id).toBe(token.id)
      for (const bank_token_id of [token.id, null])
        expect(await driver().findToken({ merchant_reference, bank_token_id })).toEqual(token)
      const unknown = { merchant_reference: `gwt_${randomUUID()}`, bank_token_id: null }
      expect(await driver().findToken(unknown)).toBeNull()
      expect(await driver().findToken({ ...unknown, bank_token_id: "tok_unknown" })).toBeNull()
    })

    it("keeps the card the shopper has agreed to, and reads the notification of it", async () => {
      if (!standalone()) return
      const token = await kept()
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

    it("tells in neutral words why a card is not kept", async () => {
      if (!standalone()) return
      const token = await open()
      await underTest().shopper(token, "decline")
      const { status, decline } = await current(token)
      expect([status, decline?.code]).toEqual(["failed", expect.stringMatching(/^[a-z_]+$/)])
    })

    it("keeps a card while paying, under the payment's reference, and names its token, or refuses to", async () => {
      if (driver().capabilities.tokenize === "none") return expectUnsupported(pay(newSetup()))
      const setup = newSetup()
      const { merchant_reference, customer_reference, usage } = setup
      const payment = await pay(setup)
      await underTest().shopper(payment, "approve")
      const paid = await driver().findPayment(merchant_reference)
      const token = await current(setup)
      expect(paid?.token_id).toBe(token.id)
      expect(token).toMatchObject({ status: "active", customer_reference, usage, card: paid?.card })
      expect(token.network_transaction_id).toBe(paid?.network_transaction_id)
    })

    it("charges a kept card without the shopper, once for the same key, or refuses to", async () => {
      if (!driver().capabilities.mit) return expectUnsupported(charge(NONE))
      const [token, key] = [await kept(), context()]
      const asked = { merchant_reference: `gwp_${randomUUID()}` }
      const payment = await charge(token, asked, key)
      expect(payment).toMatchObject({ ...asked, status: "captured", amount: 9900, token_id: token.id })
      expect(payment.next_action).toBeNull()
      expect((await charge(token, asked, key)).id).toBe(payment.id)
      expect(await driver().findPayment(asked.merchant_reference)).toEqual(payment)
    })

    it("tells a declined charge as a payment, in neutral words", async () => {
      if (!driver().capabilities.mit) return
      const token = await kept()
      const mit = { type: token.usage, initial_network_transaction_id: "of another agreement" }
      const payment = await charge(token, { mit })
      expect([payment.status, payment.decline?.code]).toEqual([
        "declined",
        expect.stringMatching(/^[a-z_]+$/),
      ])
    })

    it("knows and ends no card where none is kept", async () => {
      if (driver().capabilities.tokenize !== "none") return
      await expectUnsupported(current({ merchant_reference: "gwt_1" }))
      await expectUnsupported(driver().revokeToken("tok_1"))
    })

    it("does not charge more than was agreed to, nor a card that is revoked, and says that nothing happened", async () => {
      if (!driver().capabilities.mit) return
      const token = await kept()
      await expect(charge(token, { amount: 20_001 })).rejects.toMatchObject({ outcome: "not_executed" })
      for (const _ of [1, 2]) expect((await driver().revokeToken(token.id)).status).toBe("revoked")
      await expect(charge(token)).rejects.toMatchObject({ outcome: "not_executed" })
      expect((await current(token)).version).toBeGreaterThan(token.version)
    })
  })
}
