import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { MedusaError } from "@medusajs/framework/utils"
import { describe, expect, it } from "vitest"
import { asRefusalOfSession, isMedusaRefusal } from "../medusa-refusal"

/** The texts of the errors that Medusa's workflow engine throws with a type, with `x` for each inserted value. */
function messagesOfEngine(): string[] {
  const framework = createRequire(createRequire(__filename).resolve("@medusajs/framework/orchestration"))
  const folder = dirname(framework.resolve("@medusajs/orchestration"))
  const files = ["transaction", "workflow"].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file))
  )
  return files.flatMap((file) => {
    if (!file.endsWith(".js")) return []
    const thrown = readFileSync(file, "utf8").matchAll(/MedusaError\.Types\.\w+, `([^`]+)`/g)
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

  it("about a session that its provider has not authorized is temporary [BANK-80]", () => {
    const message = "Session: payses_1 was not authorized with the provider."
    for (const type of FINAL) expect(isMedusaRefusal(new MedusaError(type, message))).toBe(false)
    const error = new MedusaError("not_allowed", message)
    expect(asRefusalOfSession(error, "payses_1")).toBe(error)
    expect(isMedusaRefusal(asRefusalOfSession(error, "payses_2"))).toBe(true)
  })

  it.each([
    [{ code: "api_error", outcome: "unknown" }, false],
    [{ code: "rate_limited", outcome: "not_executed" }, false],
    [{ code: "invalid_state", outcome: "not_executed" }, true],
  ])("whose cause is a bank call, %j, is final: %s", (cause, isFinal) => {
    const error = Object.assign(new MedusaError("not_allowed", "The bank refused."), { cause })
    expect(isMedusaRefusal(error)).toBe(isFinal)
  })

  it.each([new Error("not_allowed"), { type: "not_allowed" }])(
    "of another class is temporary: %j",
    (error) => {
      expect(isMedusaRefusal(error)).toBe(false)
    }
  )
})
