import { z } from "@medusajs/framework/zod"
import { expect, it } from "vitest"
import { issuesOf, membersOf } from "../issues"

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error ? issuesOf(error, membersOf(schema)).map(({ path, message }) => `${path} ${message}`) : []
}

it.each([
  [z.int().positive(), 0, "must be greater than 0"],
  [z.number().gt(5), 5, "must be greater than 5"],
  [z.number().lt(5), 5, "must be less than 5"],
  [z.int().min(1), 0, "must be at least 1"],
  [z.int().max(9), 10, "must be at most 9"],
  [z.string().min(2), "a", "must have at least 2 characters"],
  [z.array(z.string()).max(1), ["a", "b"], "must have at most 1 items"],
])("a bound is named exactly: %# [OFC-11]", (schema, value, message) => {
  expect(messagesOf(z.object({ member: schema }), { member: value })).toEqual([`member ${message}`])
})

const Payment = z.strictObject({ amount: z.int(), order_reference: z.string().optional() })

it.each([
  ["amuont", undefined],
  ["amont", "amount"],
  ["orderReference", "order_reference"],
  ["order_refrence", "order_reference"],
  ["reference", undefined],
  ["count", undefined],
])("the unknown member %s is answered with the suggestion %s [OFC-11]", (member, meant) => {
  const hint = meant ? `; did you mean ${meant}?` : ""
  expect(messagesOf(Payment, { amount: 1, [member]: 1 })).toEqual([`${member} is not a known member${hint}`])
})

it("an unknown member of a member gets no suggestion", () => {
  expect(messagesOf(z.object({ payment: Payment }), { payment: { amount: 1, amont: 1 } })).toEqual([
    "payment.amont is not a known member",
  ])
})
