import { describe, expect, it } from "vitest"
import { ERROR_CODES } from "../../../domain/errors"
import { OFFICIAL_ERRORS } from "../errors"

/** What the protocol has reserved (A2A 1.0 section 5.4), and which of ours means the same. */
const RESERVED: Record<number, string> = {
  [-32001]: "task_not_found",
  [-32002]: "task_not_cancelable",
  [-32003]: "push_not_supported",
  [-32004]: "unsupported_operation",
  [-32009]: "version_not_supported",
}

describe("the error codes of official method names", () => {
  it.each(ERROR_CODES)("give %s no meaning the protocol has reserved for another", (code) => {
    const { rpc } = OFFICIAL_ERRORS[code]
    if (rpc <= -32001 && rpc >= -32009) expect(RESERVED[rpc]).toBe(code)
  })

  it("have all that is reserved for what happens here", () => {
    for (const [rpc, code] of Object.entries(RESERVED))
      expect(OFFICIAL_ERRORS[code as keyof typeof OFFICIAL_ERRORS].rpc).toBe(Number(rpc))
  })
})
