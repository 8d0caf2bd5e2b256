import { describe, expect, it } from "vitest"
import type { Books } from "../books"
import { asRequested, orderedAsRequested } from "../checks/as-requested"
import { dossiersOf } from "../dossiers"
import { type Dossier, EMPTY, type OrderFile } from "../dossier"
import type { OurPayment, Tables } from "../tables"

const TABLE_NAMES = [
  "payments",
  "cards",
  "effects",
  "operations",
  "waiting_events",
  "tasks",
  "task_events",
  "sessions",
  "collections",
  "medusa_payments",
  "captures",
  "refunds",
  "orders",
  "order_collections",
  "cart_collections",
  "transactions",
  "open_changes",
  "open_work",
  "items",
  "reservations",
  "volumes",
  "approvals",
]
const NO_TABLES = Object.fromEntries(TABLE_NAMES.map((name) => [name, []])) as unknown as Tables

const story = {
  name: "chaos-1-2",
  known_as: ["chaos-1-2", "cart_1"],
  amount: 1498,
  currency: "EUR",
  order_total: 1498,
  expects: "order" as const,
}

const payment: OurPayment = {
  id: "pay_1",
  merchant_reference: "gwp_1",
  bank_payment_id: null,
  origin: "cart",
  client_id: null,
  cart_id: null,
  description: "Payment payses_1",
  continue_url: "http://storefront.example/paid/chaos-1-2",
  session_id: "payses_1",
  order_id: null,
  order_reference: null,
  intent: "sale",
  status: "canceled",
  amount: 1498,
  captured_amount: 0,
  refunded_amount: 0,
  currency: "EUR",
  review_reason: null,
  card_token_id: null,
}

function findingsOf(ours: OurPayment) {
  const books: Books = {
    tables: { ...NO_TABLES, payments: [ours] },
    bank: [],
    tokens: [],
    placed: [],
    lost: [],
    requested: [],
    canceled: [],
    voided: [],
    stories: [story],
    mode: "gwb",
    is_calm: false,
    rules: [],
    approvals: [],
    repeated: [],
    mandates: [],
    receivers: [],
  }
  return dossiersOf(books).flatMap((dossier) => asRequested.find(dossier).filter(Boolean))
}

describe("the audit's dossiers", () => {
  it("contain the story of a cart's payment whose session Medusa has deleted", () => {
    expect(findingsOf(payment)).toEqual([])
  })

  it("report a payment that no story names", () => {
    expect(findingsOf({ ...payment, continue_url: null })).toEqual([
      "no client in the run requested this payment",
    ])
  })
})

describe("the check of an order's total", () => {
  const order = (current_order_total: string, credit_line_total: string) =>
    ({
      id: "order_1",
      status: "pending",
      currency_code: "eur",
      current_order_total,
      credit_line_total,
    }) as OrderFile
  const check = (one: OrderFile) =>
    orderedAsRequested
      .find({ ...EMPTY, name: one.id, orders: [one], story } satisfies Dossier)
      .filter(Boolean)

  it("accepts an order of half a minor unit after it was refunded", () => {
    expect(check(order("-0.0049999999999998200012", "14.98"))).toEqual([])
  })

  it("reports an order that is one minor unit too small", () => {
    expect(check(order("-0.0149999999999998200012", "14.98"))).toHaveLength(1)
  })
})
