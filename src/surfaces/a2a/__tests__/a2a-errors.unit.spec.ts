import { describe, expect, it } from "vitest"
import { ERROR_CODES } from "../../../domain/errors"
import { OFFICIAL_ERRORS } from "../a2a-errors"

/** The error codes that the protocol reserves (A2A 1.0 section 5.4), each with the store's own code for it. */
const RESERVED: Record<number, string> = {
  [-32001]: "task_not_found",
  [-32002]: "task_not_cancelable",
  [-32003]: "push_not_supported",
  [-32004]: "unsupported_operation",
  [-32005]: "content_type_not_supported",
  [-32009]: "version_not_supported",
}

describe("the error codes of official method names", () => {
  it.each(ERROR_CODES)("give %s no code that the protocol reserves for another error", (code) => {
    const { rpc } = OFFICIAL_ERRORS[code]
    if (rpc <= -32001 && rpc >= -32009) expect(RESERVED[rpc]).toBe(code)
  })

  it("use the reserved codes for the errors they are reserved for", () => {
    for (const [rpc, code] of Object.entries(RESERVED))
      expect(OFFICIAL_ERRORS[code as keyof typeof OFFICIAL_ERRORS].rpc).toBe(Number(rpc))
  })
})
