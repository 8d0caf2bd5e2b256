import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { MedusaError } from "@medusajs/framework/utils"
import { describe, expect, it } from "vitest"
import { isMedusaRefusal } from "../medusa-refusal"

/** The texts of the errors that Medusa's workflow engine throws with a type, with `x` for each inserted value. */
function messagesOfEngine(): string[] {
  const framework = createRequire(createRequire(__filename).resolve("@medusajs/framework/orchestration"))
  const folder = join(dirname(framework.resolve("@medusajs/orchestration")), "transaction")
  const sources = readdirSync(folder).filter((name) => name.endsWith(".js"))
  return sources.flatMap((name) => {
    const thrown = readFileSync(join(folder, name), "utf8").matchAll(/MedusaError\.Types\.\w+, `([^`]+)`/g)
    return [...thrown].map(([, text = ""]) => text.replace(/\$\{[^}]+\}/g, "x"))
  })
}

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

  it("about its workflow engine is temporary [BANK-80]", () => {
    const messages = messagesOfEngine()
    expect(messages).toContain('Updating Status from "x" to "x" is not allowed.')
    const final = messages.filter((text) =>
      FINAL.some((type) => isMedusaRefusal(new MedusaError(type, text)))
    )
    expect(final).toEqual([])
  })

  it.each([new Error("not_allowed"), { type: "not_allowed" }])(
    "of another class is temporary: %j",
    (error) => {
      expect(isMedusaRefusal(error)).toBe(false)
    }
  )
})
