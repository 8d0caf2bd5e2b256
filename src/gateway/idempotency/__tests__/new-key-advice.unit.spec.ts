import { describe, expect, it } from "vitest"
import { ERROR_CODES, problem } from "../../../domain/errors"
import { HTTP_STATUS } from "../../http-status"
import { adviseNewKey, needsNewKey, withNewKeyAdvice } from "../new-key-advice"

const ADVICE = "Another attempt needs a new Idempotency-Key."

describe("the advice to use a new idempotency key", () => {
  it.each(ERROR_CODES.filter(needsNewKey))("is in the message of %s, and the rest of it stays", (code) => {
    const refusal = problem(code, { id: "pay_1" })
    const advised = withNewKeyAdvice(refusal)
    expect(advised.message).toBe(`${refusal.message} ${ADVICE}`)
    expect([advised.code, advised.data]).toEqual([code, { id: "pay_1" }])
  })

  it.each(ERROR_CODES.filter((code) => !needsNewKey(code)))("is not in the message of %s", (code) => {
    const refusal = problem(code)
    expect(withNewKeyAdvice(refusal)).toBe(refusal)
  })

  it("is given for each refusal of a payment, and for no answer that is not stored", () => {
    for (const code of ERROR_CODES) {
      const status = HTTP_STATUS[code]
      if (status === 402) expect([code, needsNewKey(code)]).toEqual([code, true])
      if (status >= 500 || code === "request_in_progress")
        expect([code, needsNewKey(code)]).toEqual([code, false])
    }
    expect(needsNewKey("unpaid_limit")).toBe(true)
  })

  it("follows a full stop", () => {
    expect(adviseNewKey("An option must be selected")).toBe(`An option must be selected. ${ADVICE}`)
    expect(adviseNewKey("The card was declined.")).toBe(`The card was declined. ${ADVICE}`)
  })
})
