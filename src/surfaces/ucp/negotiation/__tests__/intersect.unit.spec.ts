import { describe, expect, it } from "vitest"
import { intersect, relevantTo } from "../intersect"

const at = (...versions: string[]) => versions.map((version) => ({ version }))
const extending = (...parents: string[]) => [{ version: "2026-04-08", extends: parents }]
const APRIL = at("2026-04-08")

describe("the intersection of the store's and a platform's capabilities [UCP-05]", () => {
  it.each([
    ["the capabilities both declare", { a: APRIL, b: APRIL }, { a: APRIL, c: APRIL }, { a: APRIL }],
    [
      "the highest common version of several",
      { a: at("1", "3", "2", "4") },
      { a: at("3", "1", "5") },
      { a: at("3") },
    ],
    ["nothing when the versions differ", { a: at("1") }, { a: at("2") }, {}],
    ["nothing for a platform without capabilities", { a: APRIL }, {}, {}],
    ["nothing for a capability without versions", { a: APRIL }, { a: [] }, {}],
  ])("contains %s", (_, ours, theirs, common) => {
    expect(intersect(ours, theirs)).toEqual(common)
  })

  it("keeps an extension while at least one of its parents is kept", () => {
    const discount = extending("cart", "checkout")
    const ours = { checkout: APRIL, cart: APRIL, discount }
    expect(intersect(ours, { checkout: APRIL, discount: APRIL })).toEqual({ checkout: APRIL, discount })
    expect(intersect(ours, { discount: APRIL })).toEqual({})
  })

  it("drops an extension of an extension that lost its parent", () => {
    const ours = { grandchild: extending("child"), child: extending("parent"), parent: APRIL, other: APRIL }
    const theirs = { grandchild: APRIL, child: APRIL, other: APRIL }
    expect(intersect(ours, theirs)).toEqual({ other: APRIL })
    expect(intersect(ours, { ...theirs, parent: APRIL })).toEqual(ours)
  })

  it("uses the parents in the store's declaration, not those in the platform's", () => {
    expect(intersect({ a: APRIL }, { a: extending("gone") })).toEqual({ a: APRIL })
    expect(intersect({ a: extending("gone") }, { a: APRIL })).toEqual({})
  })

  it("does not take an inherited object property for a parent", () => {
    expect(intersect({ a: extending("toString") }, { a: APRIL })).toEqual({})
  })

  it("is reduced in a response to the capability and its extensions", () => {
    const all = {
      cart: APRIL,
      checkout: APRIL,
      discount: extending("cart", "checkout"),
      consent: extending("checkout"),
    }
    expect(Object.keys(relevantTo("cart", all))).toEqual(["cart", "discount"])
    expect(Object.keys(relevantTo("checkout", all))).toEqual(["checkout", "discount", "consent"])
  })
})
