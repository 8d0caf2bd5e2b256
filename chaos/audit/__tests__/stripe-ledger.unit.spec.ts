import { describe, expect, it } from "vitest"
import { type LedgerIntent, ledgerOf, storefrontLedgerOf } from "../stripe-ledger"
import type { OurPayment } from "../tables"

const payment: OurPayment = {
  id: "pay_1",
  merchant_reference: "gwp_1",
  bank_payment_id: "pi_1",
  origin: "order",
  client_id: null,
  cart_id: null,
  description: "Two mugs",
  continue_url: null,
  session_id: "payses_1",
  order_id: "order_1",
  order_reference: null,
  intent: "sale",
  status: "captured",
  amount: 1500,
  captured_amount: 1500,
  refunded_amount: 0,
  currency: "EUR",
  review_reason: null,
  card_token_id: null,
}

const paid: LedgerIntent = {
  id: "pi_1",
  amount: 1500,
  amount_received: 1500,
  currency: "eur",
  latest_charge: "ch_1",
  status: "succeeded",
  refunds: [{ id: "re_1", amount: 200 }],
}

const open = {
  ...paid,
  amount_received: 0,
  latest_charge: null,
  status: "requires_payment_method",
  refunds: [],
}
const entriesOf = (intents: LedgerIntent[], shown: [string, string][] = [], ours = payment) =>
  ledgerOf(intents, [ours], new Map(shown))

describe("Stripe's ledger", () => {
  it("has the charge and the refunds of a payment", () => {
    expect(entriesOf([paid])).toMatchObject([
      {
        id: "pi_1",
        merchant_reference: "gwp_1",
        status: "captured",
        currency: "EUR",
        amounts: { captured: 1500, refunded: 200 },
        captures: [{ amount: 1500 }],
        refunds: [{ id: "re_1", amount: 200, status: "succeeded" }],
      },
    ])
  })

  it("finds a paid intent whose session is deleted by the page that showed it", () => {
    const ours = { ...payment, bank_payment_id: null }
    expect(entriesOf([paid], [["pi_1", "pay_1"]], ours)).toMatchObject([{ merchant_reference: "gwp_1" }])
  })

  it("has a second paid intent of a payment as one without a payment", () => {
    const second = { ...paid, id: "pi_2" }
    expect(entriesOf([paid, second], [["pi_2", "pay_1"]])).toMatchObject([
      { merchant_reference: "gwp_1" },
      { merchant_reference: "pi_2", amounts: { captured: 1500 } },
    ])
  })

  it("has an open intent without a payment only if a customer has seen it", () => {
    const stray = { ...open, id: "pi_2" }
    expect(entriesOf([stray])).toEqual([])
    expect(entriesOf([stray], [["pi_2", "pay_2"]])).toMatchObject([{ status: "requires_action" }])
  })

  it("gives a canceled intent the reason that the store records, unless the store has it as paid", () => {
    const canceled = { ...open, status: "canceled" }
    const statusIf = (status: string) => entriesOf([canceled], [], { ...payment, status })[0]?.status
    expect([statusIf("expired"), statusIf("captured")]).toEqual(["expired", "canceled"])
  })
})

describe("Stripe's ledger of a storefront", () => {
  const unknown = { ...paid, id: "pi_2" }

  it("has the payments of the plugin, as authorizations that are captured, and every other one that holds money", () => {
    expect(storefrontLedgerOf([paid, unknown], [payment])).toMatchObject([
      { merchant_reference: "gwp_1", intent: "preauth" },
      { merchant_reference: "pi_2", amounts: { captured: 1500, refunded: 200 } },
    ])
  })

  it("has no unknown payment that is refunded in full, and no unpaid one", () => {
    const refunds = [{ id: "re_2", amount: 1500 }]
    const entries = storefrontLedgerOf(
      [
        { ...unknown, refunds },
        { ...open, id: "pi_3" },
      ],
      [payment]
    )
    expect(entries).toEqual([])
  })

  it("has a payment of the plugin that is refunded in full", () => {
    const refunds = [{ id: "re_1", amount: 1500 }]
    expect(storefrontLedgerOf([{ ...paid, refunds }], [payment])).toMatchObject([
      { merchant_reference: "gwp_1", amounts: { refunded: 1500 } },
    ])
  })
})
