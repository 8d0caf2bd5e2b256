import { expect, it } from "vitest"
import { nearest } from "../nearest"

const SKILLS = ["query_payment_status", "create_payment", "refund_payment"]

it.each([
  ["create_paymnet", "create_payment"],
  ["createPayment", "create_payment"],
  ["create_payments", "create_payment"],
  ["Refund_Payment", "refund_payment"],
])("the known word nearest to %s is %s", (misspelled, known) => {
  expect(nearest(misspelled, SKILLS)).toBe(known)
})

it.each(["created_payments_x", "refund_all_payments"])("%s is too far from every known word", (word) => {
  expect(nearest(word, [...SKILLS, "sku"])).toBeUndefined()
})

it("a short word has no misspelling", () => {
  expect([nearest("sky", ["sku"]), nearest("pase", ["page"])]).toEqual([undefined, "page"])
})

it.each(["", "fly", "cancel_payment", "c".repeat(100_000)])("no known word is near to %.20s", (word) => {
  expect(nearest(word, SKILLS)).toBeUndefined()
})
