import { describe, expect, it } from "vitest"
import { intersect, relevantTo } from "../intersect"

const at = (...versions: string[]) => versions.map((version) => ({ version }))
const extending = (...parents: string[]) => [{ version: "2026-04-08", extends: parents }]
const APRIL = at("2026-04-08")

describe("what a store and a platform have in common [UCP-05]", () => {
  it.each([
    ["what both have", { a: APRIL, b: APRIL }, { a: APRIL, c: APRIL }, { a: APRIL }],
    [
      "of several versions the highest that both have",
      { a: at("1", "3", "2", "4") },
      { a: at("3", "1", "5") },
      { a: at("3") },
    ],
    ["nothing in different versions", { a: at("1") }, { a: at("2") }, {}],
    ["nothing of a platform that has nothing", { a: APRIL }, {}, {}],
    ["nothing of a capability in no version", { a: APRIL }, { a: [] }, {}],
  ])("is %s", (_, ours, theirs, common) => {
    expect(intersect(ours, theirs)).toEqual(common)
  })

  it("has an extension as long as one of its parents is in it, too", () => {
    const discount = extending("cart", "checkout")
    const ours = { checkout: APRIL, cart: APRIL, discount }
    expect(intersect(ours, { checkout: APRIL, discount: APRIL })).toEqual({ checkout: APRIL, discount })
    expect(intersect(ours, { discount: APRIL })).toEqual({})
  })

  it("has no extension of an extension that has lost its parent", () => {
    const ours = { grandchild: extending("child"), child: extending("parent"), parent: APRIL, other: APRIL }
    const theirs = { grandchild: APRIL, child: APRIL, other: APRIL }
    expect(intersect(ours, theirs)).toEqual({ other: APRIL })
    expect(intersect(ours, { ...theirs, parent: APRIL })).toEqual(ours)
  })

  it("goes by what the store's own declaration extends", () => {
    expect(intersect({ a: APRIL }, { a: extending("gone") })).toEqual({ a: APRIL })
    expect(intersect({ a: extending("gone") }, { a: APRIL })).toEqual({})
  })

  it("has no extension because of a name every object has", () => {
    expect(intersect({ a: extending("toString") }, { a: APRIL })).toEqual({})
  })

  it("is told with an answer as far as it has to do with it", () => {
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
