import { describe, expect, it } from "vitest"
import type { AgentOrder } from "../../queries/order/agent-orders"
import { acpEventOf, envelopeOf, fingerprintOf } from "../event-body"

const order = {
  id: "chk_1",
  payment_id: "pay_1",
  order_id: "order_1",
  number: 7,
  client_id: "ucp_1",
  payment_status: "captured",
  is_canceled: false,
  captured_amount: 1000,
  refunded_amount: 0,
  quote: { currency: "EUR" },
} as AgentOrder

const orderOf = (view: object, more: Partial<AgentOrder> = {}) => ({
  order: { ...order, ...more },
  view: { id: "7", checkout_id: "chk_1", ...view },
  acpView: () => ({ id: "7", checkout_session_id: "chk_1", ...view }),
})

const event = {
  id: "e",
  aggregate: "order_1",
  sequence: 2,
  client_id: "ucp_1",
  session_id: "chk_1",
  order_id: "order_1",
  occurred_at: new Date(0),
  data: {},
}

describe("the fingerprint of an order", () => {
  it("does not depend on the order of members and list entries", () => {
    const [one, other] = [
      { a: 1, b: [1, { x: 1, y: 2 }] },
      { b: [{ y: 2, x: 1 }, 1], a: 1 },
    ]
    expect(fingerprintOf(orderOf(one))).toBe(fingerprintOf(orderOf(other)))
  })

  it.each([
    ["a member changes", orderOf({ a: 2 })],
    ["a member is added", orderOf({ a: 1, b: 1 })],
    ["an amount changes", orderOf({ a: 1 }, { refunded_amount: 1 })],
    ["the order is canceled", orderOf({ a: 1 }, { is_canceled: true })],
  ])("changes when %s", (_, other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(orderOf({ a: 1 })))
  })
})

describe("the status of an order in an event", () => {
  it.each([
    ["captured", {}],
    ["authorized", { captured_amount: 0, payment_status: "authorized" }],
    ["pending", { captured_amount: 0, payment_status: "processing" }],
    ["unpaid", { captured_amount: 0, payment_status: "declined" }],
    ["voided", { captured_amount: 0, payment_status: "voided" }],
    ["nothing_due", { captured_amount: 0, payment_status: "nothing_due" }],
    ["canceled", { is_canceled: true }],
    ["partially_refunded", { refunded_amount: 1, is_canceled: true }],
    ["refunded", { refunded_amount: 1000 }],
  ] as [string, Partial<AgentOrder>][])("is %s", (status, more) => {
    const { data } = envelopeOf({ ...event, type: "order.updated" }, orderOf({}, more)) as { data: object }
    expect(data).toMatchObject({ status, order_id: 7, currency: "EUR", order: { id: "7" } })
  })
})

it("an event of a checkout contains the checkout id", () => {
  const body = envelopeOf({ ...event, order_id: null, type: "checkout.expired" }, undefined)
  expect(body).toEqual({
    type: "checkout.expired",
    id: "e",
    sequence: 2,
    timestamp: "1970-01-01T00:00:00.000Z",
    data: { checkout_id: "chk_1" },
  })
})

it.each([
  ["order_create", "order.created"],
  ["order_update", "order.refunded"],
] as const)("an event of ACP is %s for %s, with the whole order", (type, of) => {
  expect(acpEventOf({ ...event, type: of }, orderOf({}))).toEqual({
    type,
    data: { id: "7", checkout_session_id: "chk_1" },
  })
})
