import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { orderNumberOf } from "../redsys/order-number"
import type { QueriedOperation } from "../redsys/redsys-query"
import { type RecordedPayment, snapshotOf } from "../redsys/redsys-snapshot"

const order = orderNumberOf("gwp_1")
const recorded = (change: Partial<RecordedPayment> = {}): RecordedPayment => ({
  merchant_reference: "gwp_1",
  intent: "preauth",
  bank_token_id: null,
  operations: [],
  movements: [],
  ...change,
})

const operation = (
  transaction_type: string,
  amount: number,
  response: string | null,
  state: QueriedOperation["state"] = "finished"
): QueriedOperation => ({ transaction_type, amount, currency: "EUR", state, response })

const AUTHORIZED = operation("1", 15_900, "0000")
const refund = (amount: number) => operation("3", amount, "0900")

describe("the snapshot of a Redsys payment [REDSYS-09]", () => {
  it("does not exist before an operation opened the payment", () => {
    expect(snapshotOf(recorded(), [])).toBeUndefined()
    expect(snapshotOf(recorded(), [operation("0", 15_900, "0000")])).toBeUndefined()
  })

  it.each([
    ["requires_action", [operation("1", 15_900, null, "requested")]],
    ["requires_action", [operation("1", 15_900, null, "authenticating")]],
    ["processing", [operation("1", 15_900, null, "authorizing")]],
    ["processing", [operation("1", 15_900, "9998")]],
    ["authorized", [AUTHORIZED]],
    ["authorized", [AUTHORIZED, operation("2", 15_900, "0190"), operation("9", 15_900, "9999")]],
    ["authorized", [operation("1", 15_900, "0190"), AUTHORIZED]],
    ["authorized", [AUTHORIZED, operation("1", 15_900, "0913")]],
    ["processing", [operation("1", 15_900, "0190"), operation("1", 15_900, "0912")]],
    ["processing", [operation("1", 15_900, "0912"), operation("1", 15_900, "0190")]],
    ["requires_action", [operation("1", 15_900, "0190"), operation("1", 15_900, null, "authenticating")]],
    ["processing", [operation("1", 15_900, null, "authorizing"), operation("1", 15_900, "0190")]],
    ["captured", [AUTHORIZED, operation("2", 9000, "0900")]],
    ["voided", [AUTHORIZED, operation("9", 15_900, "0400")]],
    ["canceled", [operation("1", 15_900, "9915")]],
    ["expired", [operation("1", 15_900, "9142")]],
  ] as const)("is %s after %j", (status, operations) => {
    expect(snapshotOf(recorded(), operations)).toMatchObject({ status, decline: null })
  })

  it("is not that of an attempt that Redsys rejected because the order number exists", () => {
    expect(snapshotOf(recorded(), [operation("1", 15_900, "0913")])).toBeUndefined()
  })

  it.each(["0190", "9915", "9142"])(
    "may be paid later after %s, but not a charge of a saved card",
    (code) => {
      const declined = [operation("1", 15_900, code)]
      expect(snapshotOf(recorded(), declined)).toMatchObject({ may_be_paid_later: true })
      for (const one of [
        snapshotOf(recorded(), [AUTHORIZED]),
        snapshotOf(recorded({ bank_token_id: "card" }), declined),
      ])
        expect(one).not.toHaveProperty("may_be_paid_later")
    }
  )

  it.each([
    ["0190", "do_not_honor"],
    ["0195", "sca_required"],
    ["0904", "not_executed"],
    ["SIS0042", "not_executed"],
  ])("is declined after %s, with the neutral code %s", (response, code) => {
    expect(snapshotOf(recorded(), [operation("1", 15_900, response)])).toMatchObject({
      status: "declined",
      decline: { code },
      amounts: { captured: 0, refunded: 0 },
    })
  })

  const card = { brand: "visa", last4: "0003", exp_month: 12, exp_year: 2049 }
  const reported = { card, identifier: "8f6c", network_transaction_id: "0161535" }

  it("of a sale is captured with the payment's own reference, and has the reported card", () => {
    expect(snapshotOf(recorded({ intent: "sale" }), [operation("0", 990, "0000")], reported)).toEqual({
      id: order,
      version: 51,
      merchant_reference: "gwp_1",
      intent: "sale",
      status: "captured",
      amount: 990,
      currency: "EUR",
      amounts: { captured: 990, refunded: 0 },
      captures: [{ id: `${order}-sale`, merchant_reference: "gwp_1", amount: 990 }],
      refunds: [],
      next_action: null,
      decline: null,
      card,
      token_id: "8f6c",
      network_transaction_id: "0161535",
    })
  })

  it("with a saved card is newer than one without, and older than the next operation [REDSYS-11]", () => {
    const sale = [operation("0", 990, "0000")]
    const versions = [
      snapshotOf(recorded({ intent: "sale" }), sale),
      snapshotOf(recorded({ intent: "sale" }), sale, reported),
      snapshotOf(recorded({ intent: "sale" }), [...sale, operation("3", 990, null, "requested")]),
    ].map((snapshot) => snapshot?.version)
    expect(versions).toEqual([50, 51, 60])
  })

  it.each([
    ["the payment was declined", "0190", reported],
    ["it has no first transaction for later charges", "0000", { ...reported, network_transaction_id: null }],
    ["it has no identifier", "0000", { ...reported, identifier: null }],
  ])("has no saved card if %s [REDSYS-11]", (_, response, given) => {
    const snapshot = snapshotOf(recorded({ intent: "sale" }), [operation("0", 990, response)], given)
    expect(snapshot).toMatchObject({ token_id: null, network_transaction_id: null })
    expect((snapshot?.version ?? 1) % 10).toBe(0)
  })

  it.each([
    ["0000", "captured", null],
    ["0190", "declined", "do_not_honor"],
    ["0195", "declined", "sca_required"],
    ["0101", "declined", "card_expired"],
    ["0125", "declined", "token_revoked"],
    ["0172", "declined", "token_revoked"],
    ["0202", "declined", "token_revoked"],
    [null, "processing", null],
  ])("of a charge after %s is %s with the code %s [REDSYS-12]", (response, status, code) => {
    const charge = recorded({ intent: "sale", bank_token_id: "8f6c" })
    const state = response === null ? "authenticating" : "finished"
    const snapshot = snapshotOf(charge, [operation("0", 990, response, state)])
    expect(snapshot).toMatchObject({ status, token_id: "8f6c", network_transaction_id: null })
    expect(snapshot?.decline?.code ?? null).toBe(code)
  })

  it.each([
    ["refund", "3", "requested"],
    ["refund", "3", "authorizing"],
    ["capture", "2", "authorizing"],
    ["void", "9", "authenticating"],
  ] as const)("says that a %s is unfinished while its operation (%s) is %s", (kind, type, state) => {
    const snapshot = snapshotOf(recorded(), [AUTHORIZED, operation(type, 15_900, null, state)])
    const unfinished = [{ kind, amount: 15_900 }]
    expect(snapshot).toMatchObject({ status: "authorized", unfinished, amounts: { captured: 0 } })
    for (const response of ["0900", "0400", "0190", "9998"])
      expect(snapshotOf(recorded(), [AUTHORIZED, operation(type, 15_900, response)])).not.toHaveProperty(
        "unfinished"
      )
  })

  it("counts an unfinished call as executed once the store has recorded that, and as one call", () => {
    const call = { kind: "refund", merchant_reference: "gwo_1", amount: 500 } as const
    const unfinished = operation("3", 500, null, "authorizing")
    const after = (status: "unknown" | "done", ...refunds: QueriedOperation[]) => {
      const stored = recorded({ operations: [{ ...call, status }] })
      const {
        amounts,
        version,
        unfinished: open,
      } = snapshotOf(stored, [AUTHORIZED, operation("2", 15_900, "0900"), ...refunds]) ?? {}
      return { refunded: amounts?.refunded, version, open }
    }
    expect(after("unknown", unfinished)).toMatchObject({
      refunded: 0,
      open: [{ kind: "refund", amount: 500 }],
    })
    expect(after("done", unfinished)).toEqual(after("done", refund(500)))
    expect(after("done", unfinished)).toMatchObject({ refunded: 500, open: undefined })
    expect(after("done", refund(500), unfinished)).toMatchObject({ refunded: 500, open: [{}] })
    expect(after("done", operation("3", 400, null, "authorizing"))).toMatchObject({ refunded: 0 })
    expect(after("done", operation("3", 500, "0190"))).toMatchObject({ refunded: 0 })
  })

  it("counts an unfinished call as executed although a refund of its amount was made at Redsys", () => {
    const movements = [
      { kind: "refund", id: `${order}-refund-500-0`, merchant_reference: null, amount: 500 },
    ] as const
    const confirmed = { kind: "refund", merchant_reference: "gwo_1", amount: 500, status: "done" } as const
    const listed = [
      AUTHORIZED,
      operation("2", 15_900, "0900"),
      refund(500),
      operation("3", 500, null, "requested"),
    ]
    const references = (operations: RecordedPayment["operations"]) =>
      snapshotOf(recorded({ movements, operations }), listed)?.refunds.map((one) => one.merchant_reference)
    expect(references([])).toEqual([null])
    expect(references([confirmed])).toEqual([null, "gwo_1"])
  })

  it("has Redsys' amount, so that the core notices another one than requested", () => {
    expect(snapshotOf(recorded(), [operation("1", 1, "0000")])?.amount).toBe(1)
  })

  const requested = (
    kind: "capture" | "refund" | "void",
    merchant_reference: string,
    amount: number | null
  ) => ({ kind, merchant_reference, amount, status: "requested" }) as const

  it("gives movements the reference of a stored operation with the same amount, and none to others", () => {
    const stored = [
      requested("capture", "gwo_1", 9000),
      requested("refund", "gwo_2", 500),
      requested("refund", "gwo_3", 500),
      requested("void", "gwo_4", null),
      { ...requested("refund", "gwo_5", 700), status: "refused" as const },
    ]
    const operations = [AUTHORIZED, operation("2", 9000, "0900"), refund(500), refund(700)]
    const snapshot = snapshotOf(recorded({ operations: stored }), operations)
    expect(snapshot?.captures.map((one) => one.merchant_reference)).toEqual(["gwo_1"])
    expect(snapshot?.refunds).toMatchObject([
      { merchant_reference: "gwo_2", amount: 500, status: "succeeded" },
      { merchant_reference: null, amount: 700 },
    ])
    expect(snapshot?.amounts).toEqual({ captured: 9000, refunded: 1200 })
  })

  it("keeps the reference under which a movement is recorded, also if another refund has the same amount", () => {
    const movements = [
      { kind: "refund", id: `${order}-refund-500-0`, merchant_reference: null, amount: 500 },
    ] as const
    const stored = { movements, operations: [requested("refund", "gwo_2", 500)] }
    const listed = [AUTHORIZED, operation("2", 9000, "0900"), refund(500)]
    const references = (operations: QueriedOperation[]) =>
      snapshotOf(recorded(stored), operations)?.refunds.map((one) => one.merchant_reference)
    expect(references(listed)).toEqual([null])
    expect(references([...listed, refund(500)])).toEqual([null, "gwo_2"])
  })

  it("gives the reference of a recorded operation to no second movement", () => {
    const movements = [
      { kind: "refund", id: `${order}-refund-500-0`, merchant_reference: "gwo_2", amount: 500 },
    ] as const
    const stored = { movements, operations: [requested("refund", "gwo_2", 500)] }
    const listed = [AUTHORIZED, operation("2", 9000, "0900"), refund(500), refund(500)]
    expect(snapshotOf(recorded(stored), listed)?.refunds.map((one) => one.merchant_reference)).toEqual([
      "gwo_2",
      null,
    ])
  })

  it("does not depend on the order of the list, and keeps the ids of movements when more are added", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 5 }), (list, turn) => {
        const operations = [AUTHORIZED, operation("2", 15_900, "0900"), ...list.map(refund)]
        const turned = [...operations.slice(turn), ...operations.slice(0, turn)]
        const [one, two] = [snapshotOf(recorded(), operations), snapshotOf(recorded(), turned)]
        expect(one).toEqual(two)
        const before = snapshotOf(recorded(), operations.slice(0, -1))
        const ids = one?.refunds.map(({ id }) => id)
        expect(ids).toEqual(expect.arrayContaining(before?.refunds.map(({ id }) => id) ?? []))
        expect(new Set(ids).size).toBe(list.length)
      })
    )
  })

  it("has a higher version after each change", () => {
    const steps = [
      [operation("1", 15_900, null, "requested")],
      [operation("1", 15_900, null, "authenticating")],
      [operation("1", 15_900, null, "authorizing")],
      [operation("1", 15_900, "0190")],
      [AUTHORIZED],
      [AUTHORIZED, operation("2", 15_900, null, "authorizing")],
      [AUTHORIZED, operation("2", 15_900, "0900")],
      [AUTHORIZED, operation("2", 15_900, "0900"), refund(500)],
    ]
    const versions = steps.map((operations) => snapshotOf(recorded(), operations)?.version ?? 0)
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    expect(versions[0]).toBeGreaterThan(0)
  })
})
