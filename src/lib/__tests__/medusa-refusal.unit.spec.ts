import { MedusaError } from "@medusajs/framework/utils"
import { describe, expect, it } from "vitest"
import { isMedusaRefusal } from "../medusa-refusal"

const FINAL = ["invalid_data", "invalid_argument", "not_allowed", "not_found"]

describe("an error of Medusa", () => {
  it.each(Object.values(MedusaError.Types))(
    "of the type %s is final only if it is about the subject",
    (type) => {
      const error = new MedusaError(type, "refused")
      expect(isMedusaRefusal(error)).toBe(FINAL.includes(type))
      // Medusa's workflows throw a copy without the class.
      expect(isMedusaRefusal({ ...error, message: error.message })).toBe(FINAL.includes(type))
    }
  )

  it.each([
    "Order with display_id: 7, already exists.",
    'column o0.locale of relation "order" does not exist',
    "Cannot set field 'version' of Order to null",
    "You tried to set relationship order_id: order_1, but such entity does not exist",
    "Cannot create multiple links between 'order' and 'payment'",
  ])("about its database is temporary: %s", (message) => {
    for (const type of FINAL) expect(isMedusaRefusal(new MedusaError(type, message))).toBe(false)
  })

  it.each([new Error("not_allowed"), { type: "not_allowed" }])(
    "of another class is temporary: %j",
    (error) => {
      expect(isMedusaRefusal(error)).toBe(false)
    }
  )
})
