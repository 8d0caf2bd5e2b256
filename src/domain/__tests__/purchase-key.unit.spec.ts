import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { keyOfAmount, keyOfItems, type PurchaseByAmount, type PurchaseOfItems } from "../purchase-key"

const id = fc.stringMatching(/^[a-z0-9_@."-]{1,12}$/)
const currency = fc.constantFrom("EUR", "RON", "JPY")
const amount = fc.nat({ max: 10_000_000 })
const quantity = fc.integer({ min: 2, max: 9999 })

const byAmount: fc.Arbitrary<PurchaseByAmount> = fc.record({
  client_id: id,
  payer: fc.option(id),
  amount,
  currency,
  order_reference: fc.option(id),
})

/** Purchases of several variants, with one line each. */
const ofItems: fc.Arbitrary<PurchaseOfItems> = fc.record({
  client_id: id,
  buyer: id,
  items: fc.uniqueArray(fc.record({ variant_id: id, quantity }), {
    minLength: 2,
    maxLength: 6,
    selector: ({ variant_id }) => variant_id,
  }),
  total: amount,
  currency,
})

/** Two purchases and a member in which they differ. */
const differing = <Purchase extends object>(purchase: fc.Arbitrary<Purchase>, members: (keyof Purchase)[]) =>
  fc
    .tuple(purchase, purchase, fc.constantFrom(...members))
    .filter(([one, other, member]) => one[member] !== other[member])

const inCapitals = (person: string) => ` ${person.toUpperCase()} `

describe("the key of a payment without items", () => {
  it("is equal for equal payments, also when an e-mail address is written in capitals [DUP-05]", () => {
    fc.assert(
      fc.property(byAmount, (payment) => {
        const { payer } = payment
        const again = { ...payment, payer: payer === null ? null : inCapitals(payer) }
        expect(keyOfAmount(again)).toBe(keyOfAmount(payment))
      })
    )
  })

  it("differs for another client, payer, amount, currency or reference [DUP-03]", () => {
    const members = ["client_id", "payer", "amount", "currency", "order_reference"] as const
    fc.assert(
      fc.property(differing(byAmount, [...members]), ([one, other, member]) => {
        expect(keyOfAmount({ ...one, [member]: other[member] })).not.toBe(keyOfAmount(one))
      })
    )
  })

  it("differs when the same characters are another client and payer [DUP-03]", () => {
    fc.assert(
      fc.property(byAmount, id, id, id, (payment, a, b, c) => {
        const one = keyOfAmount({ ...payment, client_id: a + b, payer: c })
        expect(keyOfAmount({ ...payment, client_id: a, payer: b + c })).not.toBe(one)
      })
    )
  })
})

/** A purchase with its lines in another order. */
const reordered = ofItems.chain((purchase) =>
  fc
    .shuffledSubarray([...purchase.items], { minLength: purchase.items.length })
    .map((items): [PurchaseOfItems, PurchaseOfItems] => [purchase, { ...purchase, items }])
)

describe("the key of a checkout", () => {
  it("is equal in whatever order the lines are [DUP-01]", () => {
    fc.assert(
      fc.property(reordered, ([one, other]) => {
        expect(keyOfItems(other)).toBe(keyOfItems(one))
      })
    )
  })

  it("is equal when the units of a variant are divided into two lines [DUP-01]", () => {
    fc.assert(
      fc.property(ofItems, fc.nat(), (purchase, some) => {
        const [first, ...rest] = purchase.items
        fc.pre(first !== undefined)
        const part = 1 + (some % (first.quantity - 1))
        const items = [{ ...first, quantity: part }, ...rest, { ...first, quantity: first.quantity - part }]
        expect(keyOfItems({ ...purchase, items })).toBe(keyOfItems(purchase))
      })
    )
  })

  it("is equal for a guest whose e-mail address is written in capitals [DUP-01]", () => {
    fc.assert(
      fc.property(ofItems, (purchase) => {
        expect(keyOfItems({ ...purchase, buyer: inCapitals(purchase.buyer) })).toBe(keyOfItems(purchase))
      })
    )
  })

  it("differs for another client, buyer, total or currency [DUP-03]", () => {
    const members = ["client_id", "buyer", "total", "currency"] as const
    fc.assert(
      fc.property(differing(ofItems, [...members]), ([one, other, member]) => {
        expect(keyOfItems({ ...one, [member]: other[member] })).not.toBe(keyOfItems(one))
      })
    )
  })

  it("differs for another quantity or variant, and for a line more or less [DUP-03]", () => {
    fc.assert(
      fc.property(ofItems, id, (purchase, variant_id) => {
        const [first, ...rest] = purchase.items
        fc.pre(first !== undefined && purchase.items.every((line) => line.variant_id !== variant_id))
        const others = [
          [{ ...first, quantity: first.quantity + 1 }, ...rest],
          [{ ...first, variant_id }, ...rest],
          [...purchase.items, { variant_id, quantity: 1 }],
          rest,
        ]
        for (const items of others) expect(keyOfItems({ ...purchase, items })).not.toBe(keyOfItems(purchase))
      })
    )
  })

  it("differs when two variants exchange their quantities [DUP-03]", () => {
    fc.assert(
      fc.property(ofItems, ({ items: [one, two, ...rest], ...purchase }) => {
        fc.pre(one !== undefined && two !== undefined && one.quantity !== two.quantity)
        const exchanged = [{ ...one, quantity: two.quantity }, { ...two, quantity: one.quantity }, ...rest]
        const items = [one, two, ...rest]
        expect(keyOfItems({ ...purchase, items: exchanged })).not.toBe(keyOfItems({ ...purchase, items }))
      })
    )
  })
})
