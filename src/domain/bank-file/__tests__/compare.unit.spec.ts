import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { BankFile } from "../bank-file"
import { compareFile } from "../compare"
import type { KnownPayment } from "../known-payment"
import type { KnownMovement } from "../movements"
import type { BankOperation } from "../row"

const HOUR = 3_600_000
/** The file has the hours 100 to 124. */
const PERIOD = {
  from: "2026-03-31",
  to: "2026-03-31",
  begin: 100 * HOUR,
  end: 124 * HOUR,
  complete_until: 124 * HOUR,
}

let line = 1
const row = (
  kind: BankOperation["kind"],
  amount: number,
  more: Partial<BankOperation> = {}
): BankOperation => ({
  line: ++line,
  reference: "bank-1",
  kind,
  amount,
  currency: "EUR",
  is_repeated: false,
  ...more,
})

const at = (kind: BankOperation["kind"], amount: number, hour: number, requested = hour): KnownMovement => ({
  kind,
  amount,
  earliest: requested * HOUR,
  latest: hour * HOUR,
})

const payment = (movements: readonly KnownMovement[], more: Partial<KnownPayment> = {}): KnownPayment => ({
  id: "pay_1",
  order_id: "order_1",
  shop_order_id: 7,
  reference: "bank-1",
  references: ["bank-1", "GW-1"],
  currency: "EUR",
  movements,
  medusa: null,
  needs_review: false,
  ...more,
})

const file = (operations: readonly BankOperation[], period: BankFile["period"] = PERIOD): BankFile => ({
  operations,
  period,
  rows: operations.length,
  ignored: 0,
  currencies: [...new Set(operations.map(({ currency }) => currency))],
})

const compare = (
  operations: readonly BankOperation[],
  payments: readonly KnownPayment[],
  period: BankFile["period"] = PERIOD
) => compareFile(file(operations, period), payments, { can_query: true })

const kindsOf = (operations: readonly BankOperation[], ...payments: readonly KnownPayment[]) =>
  compare(operations, payments).differences.map(({ kind }) => kind)

const EUR = (amount: number) => ({ amount, currency: "EUR" })

describe("a comparison with a bank's file", () => {
  it("finds no difference if the bank, the plugin and Medusa have the same [ADM-70]", () => {
    const known = payment([at("capture", 1000, 110), at("refund", 300, 115)], {
      medusa: { captured: 1000, refunded: 300 },
    })
    expect(compare([row("capture", 1000), row("refund", 300, { reference: "GW-1" })], [known])).toEqual({
      differences: [],
      sums: [
        {
          currency: "EUR",
          bank_captured: 1000,
          bank_refunded: 300,
          plugin_captured: 1000,
          plugin_refunded: 300,
        },
      ],
    })
  })

  it("compares parts by their sum, in any order", () => {
    const known = payment([at("capture", 400, 110), at("capture", 600, 111)])
    expect(kindsOf([row("capture", 600), row("capture", 400)], known)).toEqual([])
    expect(kindsOf([row("capture", 1000)], known)).toEqual([])
    expect(kindsOf([row("capture", 600)], known)).toEqual(["captured_differs"])
  })

  it("reports a payment that the plugin does not know, with what the bank has captured less the refunds", () => {
    const rows = [row("capture", 500), row("refund", 200), row("capture", 500, { is_repeated: true })]
    const { differences, sums } = compare(rows, [])
    expect(differences.map(({ kind, bank, action }) => [kind, bank, action])).toEqual([
      ["missing_in_plugin", EUR(300), "look_up_at_bank"],
      ["duplicate_row", EUR(500), "look_up_at_bank"],
    ])
    expect(differences[0]).toMatchObject({
      payment_id: null,
      plugin: null,
      medusa: null,
      reference: "bank-1",
    })
    expect(sums).toMatchObject([{ bank_captured: 500, bank_refunded: 200, plugin_captured: 0 }])
  })

  it("reports what the plugin has not recorded, with the amounts of each side [ADM-70]", () => {
    const known = payment([at("capture", 1000, 110)], { medusa: { captured: 1000, refunded: 0 } })
    const { differences } = compare([row("capture", 1000), row("refund", 300)], [known])
    expect(differences).toEqual([
      {
        kind: "refunded_differs",
        action: "query_bank",
        payment_id: "pay_1",
        order_id: "order_1",
        shop_order_id: 7,
        reference: "bank-1",
        lines: [line - 1, line],
        bank: EUR(300),
        plugin: EUR(0),
        medusa: EUR(0),
      },
    ])
  })

  it("reports a payment in another currency, and compares nothing else of it", () => {
    const known = payment([at("capture", 1000, 110)])
    const [difference, ...others] = compare([row("capture", 1000, { currency: "USD" })], [known]).differences
    expect(others).toEqual([])
    expect(difference).toMatchObject({
      kind: "currency_differs",
      action: "look_up_at_bank",
      bank: { amount: 1000, currency: "USD" },
      plugin: EUR(1000),
    })
  })

  it("reports sums of Medusa that are not the plugin's, and names the bank's only if the file has all of them", () => {
    const known = payment([at("capture", 1000, 110), at("refund", 300, 50)], {
      medusa: { captured: 900, refunded: 0 },
    })
    const { differences } = compare([row("capture", 1000)], [known])
    expect(differences.map(({ kind, bank, plugin, medusa }) => [kind, bank, plugin, medusa])).toEqual([
      ["medusa_captured_differs", EUR(1000), EUR(1000), EUR(900)],
      ["medusa_refunded_differs", null, EUR(300), EUR(0)],
    ])
    expect(differences.map(({ action }) => action)).toEqual(["open_payment", "open_payment"])
  })

  it("suggests the review of a payment that needs it, and the bank's own pages if it cannot be queried", () => {
    const rows = [row("capture", 1000)]
    const actions = (can_query: boolean, more: Partial<KnownPayment> = {}) =>
      compareFile(file(rows), [payment([], more)], { can_query }).differences.map(({ action }) => action)
    expect(actions(true)).toEqual(["query_bank"])
    expect(actions(false)).toEqual(["look_up_at_bank"])
    expect(actions(true, { needs_review: true })).toEqual(["open_payment"])
  })
})

describe("a repeated row", () => {
  it("counts if the plugin has two such movements, otherwise it is reported and does not count [ADM-70]", () => {
    const rows = [row("capture", 900), row("refund", 300), row("refund", 300, { is_repeated: true })]
    const two = payment([at("capture", 900, 110), at("refund", 300, 111), at("refund", 300, 112)])
    expect(kindsOf(rows, two)).toEqual([])
    const one = payment([at("capture", 900, 110), at("refund", 300, 111)])
    const { differences, sums } = compare(rows, [one])
    expect(differences).toMatchObject([{ kind: "duplicate_row", bank: EUR(300), lines: [line] }])
    expect(sums).toMatchObject([{ bank_refunded: 300, plugin_refunded: 300 }])
  })
})

describe("the period of a file", () => {
  it("leaves out what was captured or refunded before and after it [ADM-70]", () => {
    const before = payment([at("capture", 1000, 90), at("refund", 200, 110)])
    expect(kindsOf([row("refund", 200)], before)).toEqual([])
    const after = payment([at("capture", 1000, 110), at("refund", 200, 130, 129)])
    expect(kindsOf([row("capture", 1000)], after)).toEqual([])
  })

  it("does not match a row with a movement outside of it", () => {
    const known = payment([at("capture", 1000, 90), at("refund", 200, 95)])
    expect(kindsOf([row("refund", 200)], known)).toEqual(["refunded_differs"])
  })

  it("accepts a movement at its edge with and without a row [ADM-70]", () => {
    const late = at("capture", 1000, 125, 123)
    expect(kindsOf([row("capture", 1000)], payment([late]))).toEqual([])
    expect(kindsOf([], payment([late]))).toEqual([])
    const learned_later = payment([at("capture", 1000, 110), at("refund", 200, 500, 110)])
    expect(kindsOf([row("capture", 1000), row("refund", 200)], learned_later)).toEqual([])
  })

  it("may end before its last day is over: later movements match rows, but need none [ADM-70]", () => {
    const today = { ...PERIOD, complete_until: 120 * HOUR }
    const other = row("refund", 5, { reference: "GW-2" })
    const known_other = payment([at("refund", 5, 105)], { id: "pay_2", references: ["GW-2"] })
    const of = (rows: readonly BankOperation[], hour: number) =>
      compare([...rows, other], [payment([at("capture", 1000, hour)]), known_other], today).differences.map(
        ({ kind }) => kind
      )
    expect(of([row("capture", 1000)], 122)).toEqual([])
    expect(of([], 122)).toEqual([])
    expect(of([], 119)).toEqual(["missing_at_bank"])
  })

  it("compares a row with another amount than the movement at the edge", () => {
    const [difference] = compare(
      [row("capture", 900)],
      [payment([at("capture", 1000, 125, 123)])]
    ).differences
    expect(difference).toMatchObject({ kind: "captured_differs", bank: EUR(900), plugin: EUR(1000) })
  })

  it("is where a payment must be listed, in the currencies of the file [ADM-70]", () => {
    const other = row("capture", 5, { reference: "GW-2" })
    const known = payment([at("capture", 1000, 110), at("refund", 300, 111)])
    const { differences } = compare([other], [known])
    expect(differences[1]).toMatchObject({
      kind: "missing_at_bank",
      action: "query_bank",
      payment_id: "pay_1",
      lines: [],
      reference: "bank-1",
      bank: EUR(0),
      plugin: EUR(1000),
    })
    expect(differences).toHaveLength(2)
    expect(kindsOf([other], payment([at("capture", 1000, 110)], { currency: "RON" }))).toHaveLength(1)
    expect(kindsOf([other], payment([at("capture", 1000, 90), at("refund", 300, 111)]))[1]).toBe(
      "refunded_differs"
    )
  })

  it("is unknown for a file without dates: it has all of the payments that it lists, and may lack others", () => {
    const known = payment([at("capture", 1000, 110), at("refund", 300, 500)])
    const of = (rows: readonly BankOperation[]) =>
      compareFile(file(rows, null), [known], { can_query: true }).differences.map(({ kind }) => kind)
    expect(of([row("capture", 1000)])).toEqual(["refunded_differs"])
    expect(of([row("capture", 1000), row("refund", 300)])).toEqual([])
    expect(of([row("capture", 5, { reference: "GW-2" })])).toEqual(["missing_in_plugin"])
  })
})

describe("any file and any payments", () => {
  const kinds = fc.constantFrom("capture" as const, "refund" as const)
  const movements = fc.array(
    fc.tuple(kinds, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 101, max: 123 }))
  )

  it("agree if the file has a row for each movement, in any order [ADM-70]", () => {
    fc.assert(
      fc.property(movements, fc.infiniteStream(fc.nat()), (all, ranks) => {
        const known = payment(all.map(([kind, amount, hour]) => at(kind, amount, hour)))
        const seen = new Set<string>()
        const rows = all.map(([kind, amount]) => {
          const is_repeated = seen.has(`${kind} ${amount}`)
          seen.add(`${kind} ${amount}`)
          return { operation: row(kind, amount, { is_repeated }), rank: ranks.next().value as number }
        })
        const shuffled = rows.sort((a, b) => a.rank - b.rank).map(({ operation }) => operation)
        expect(kindsOf(shuffled, known)).toEqual([])
      })
    )
  })

  it("differ if a row is missing, by its amount [ADM-70]", () => {
    fc.assert(
      fc.property(movements, kinds, fc.integer({ min: 1, max: 5 }), (all, kind, amount) => {
        const known = payment([
          ...all.map(([of, sum, hour]) => at(of, sum, hour)),
          at(kind, amount, 110),
          at("capture", 9, 110),
        ])
        const rows = [...all.map(([of, sum]) => row(of, sum)), row("capture", 9)]
        const [difference, ...others] = compare(rows, [known]).differences
        expect(others).toEqual([])
        const { bank, plugin } = difference ?? {}
        expect((plugin?.amount ?? 0) - (bank?.amount ?? 0)).toBe(amount)
      })
    )
  })
})
