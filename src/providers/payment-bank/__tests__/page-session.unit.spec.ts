import { describe, expect, it } from "vitest"
import { BANK_MODULE } from "../../../modules/bank"
import Provider from "../service"

/** A bank module with one payment on the store's page, whose first session is made. It records what is stored. */
function bankModule() {
  const stored: unknown[] = []
  const payments = {
    claim: () => Promise.resolve(false),
    find: () => Promise.resolve({ id: "pay_1", route: "page", origin: "order", session_id: "payses_1" }),
    prepare: (payment: unknown) => Promise.resolve(void stored.push(payment)),
  }
  return { stored, hasBank: true, payments, orderOfSession: () => Promise.resolve(undefined) }
}

describe("a session of the plugin's provider", () => {
  it("is not made again for a payment on the store's page, and opens nothing at the bank [ROUTE-24]", async () => {
    const bank = bankModule()
    const provider = new Provider({ [BANK_MODULE]: bank } as never)
    const restored = provider.initiatePayment({
      amount: 12,
      currency_code: "eur",
      data: { payment_id: "pay_1", session_id: "payses_2" },
    })
    await expect(restored).rejects.toThrow("Payment pay_1 is made on the store's page.")
    expect(bank.stored).toEqual([])
  })
})
