import { describe, expect, it } from "vitest"
import { cardsAtRedsys, paymentAtRedsys, type RedsysOrder } from "../bank-redsys"
import { cardsAgree } from "../checks/cards"
import { knownToBoth } from "../checks/known-to-both"
import { sameState } from "../checks/same-state"
import { EMPTY } from "../dossier"
import type { OurCard, OurPayment } from "../tables"

const ORDER: RedsysOrder = {
  order: "1042AB12CD34",
  currency: "EUR",
  type: "1",
  amount: 1000,
  merchant_data: "gwp_1",
  response: "0000",
  captured: 0,
  refunded: 0,
  is_voided: false,
  is_notified: true,
  saved_card: null,
  operations: [{ type: "1", amount: 1000, response: "0000" }],
}

const ours = (status: string) =>
  ({ id: "gwpay_1", status, captured_amount: 0, refunded_amount: 0 }) as OurPayment

const found = (messages: readonly (string | false | undefined)[]) => messages.filter(Boolean)

describe("an order of the Redsys mode in the audit", () => {
  it.each([
    [{}, "authorized"],
    [{ captured: 400 }, "captured"],
    [{ is_voided: true }, "voided"],
    [{ response: "0190" }, "declined"],
    [{ response: "9915" }, "canceled"],
    [{ response: "9142" }, "expired"],
    [{ response: "0912" }, "unfinished"],
    [{ response: null }, "unfinished"],
  ])("with %o is %s", (change, status) => {
    expect(paymentAtRedsys({ ...ORDER, ...change }).status).toBe(status)
  })

  it("has a capture and a refund for each executed operation, and none for a rejected one", () => {
    const operations = [
      ...ORDER.operations,
      { type: "2", amount: 900, response: "0900" },
      { type: "3", amount: 100, response: "0900" },
      { type: "3", amount: 100, response: "0900" },
      { type: "3", amount: 5000, response: "0190" },
    ]
    const payment = paymentAtRedsys({ ...ORDER, captured: 900, refunded: 200, operations })
    expect(payment).toMatchObject({ intent: "preauth", amounts: { captured: 900, refunded: 200 } })
    expect(payment.captures.map(({ amount }) => amount)).toEqual([900])
    expect(payment.refunds.map(({ amount }) => amount)).toEqual([100, 100])
  })

  it("that its customer has not finished must be canceled or expired in the store", () => {
    const bank = paymentAtRedsys({ ...ORDER, response: null, operations: [] })
    const findings = (status: string) =>
      found(sameState.find({ ...EMPTY, name: "p", ours: ours(status), bank }))
    expect([...findings("canceled"), ...findings("expired")]).toEqual([])
    expect(findings("captured")).toHaveLength(1)
  })

  it.each([
    ["expired", true, 0],
    ["captured", true, 1],
    ["expired", false, 1],
  ])(
    "is missing, and the store says %s (created on the page: %s): %i findings",
    (status, is_created_on_page, count) => {
      const dossier = { ...EMPTY, name: "p", ours: ours(status), is_created_on_page }
      expect(found(knownToBoth.find(dossier))).toHaveLength(count)
    }
  )

  it("has a card that the store may not know if the notification about it was not accepted", () => {
    const saved_card = { identifier: "card-1", is_deleted: false }
    const findings = (is_notified: boolean, status: string) => {
      const at_bank = cardsAtRedsys({ ...ORDER, saved_card, is_notified })
      const card = { id: "tok_1", status, bank_token_id: status === "active" ? "card-1" : null } as OurCard
      return found(cardsAgree.find({ ...EMPTY, name: "p", cards: [{ ...card, at_bank }] }))
    }
    expect([...findings(false, "failed"), ...findings(false, "active"), ...findings(true, "active")]).toEqual(
      []
    )
    expect(findings(true, "failed")).not.toEqual([])
  })
})
