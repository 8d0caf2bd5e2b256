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

  it.each([new Error("not_allowed"), { type: "not_allowed" }])(
    "of another class is temporary: %j",
    (error) => {
      expect(isMedusaRefusal(error)).toBe(false)
    }
  )
})
