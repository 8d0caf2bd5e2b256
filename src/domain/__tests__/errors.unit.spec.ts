import { describe, expect, it } from "vitest"
import { problem, problemIn } from "../errors"

describe("problemIn", () => {
  it("recognizes a Problem by its code after a workflow has stripped its class", () => {
    const thrown = problem("scope_denied", { required_scope: "a2a:payments:read" })
    const stripped = { name: thrown.name, code: thrown.code, data: thrown.data, message: thrown.message }
    expect(problemIn(stripped)).toMatchObject({
      code: "scope_denied",
      data: { required_scope: "a2a:payments:read" },
    })
  })

  it("returns undefined for anything else", () => {
    expect(problemIn(new Error("scope_denied"))).toBeUndefined()
    expect(problemIn({ name: "Problem", code: "made_up", message: "" })).toBeUndefined()
    expect(problemIn({ code: "internal_error", message: "" })).toBeUndefined()
    expect(problemIn(null)).toBeUndefined()
  })
})
