import { expect, it } from "vitest"
import { changedFields } from "../changed-fields"

const SAVED = { text: "a", limits: [{ currency: "EUR" }], is_on: false }

it("counts the fields of a draft that differ from the saved ones [ADM-62]", () => {
  expect(changedFields({ text: "b", limits: [{ currency: "SEK" }], is_on: false }, SAVED)).toBe(2)
})

it("counts nothing for a draft that was changed back [ADM-62]", () => {
  expect(changedFields({ text: "a", limits: [{ currency: "EUR" }], is_on: false }, SAVED)).toBe(0)
})
