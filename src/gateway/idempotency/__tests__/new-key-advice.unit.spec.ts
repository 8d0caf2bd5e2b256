import { describe, expect, it } from "vitest"
import { ERROR_CODES, problem } from "../../../domain/errors"
import { HTTP_STATUS } from "../../http-status"
import { adviseNewKey, canRetry, withNewKey, withRetryAdvice } from "../new-key-advice"

const KEYED = { headers: { "idempotency-key": "k" } }
const KEYLESS = { headers: {} }
const NEW_KEY = "Another attempt needs a new Idempotency-Key."

describe("the advice how to make another attempt", () => {
  it.each(ERROR_CODES.filter(canRetry))("is in the message of %s, and the rest of it stays", (code) => {
    const refusal = problem(code, { id: "pay_1" })
    const advised = withRetryAdvice(refusal, KEYED)
    expect(advised.message).toBe(`${refusal.message} ${NEW_KEY}`)
    expect([advised.code, advised.data]).toEqual([code, { id: "pay_1" }])
  })

  it.each(ERROR_CODES.filter((code) => !canRetry(code)))("is not in the message of %s", (code) => {
    const refusal = problem(code)
    for (const request of [KEYED, KEYLESS]) expect(withRetryAdvice(refusal, request)).toBe(refusal)
  })

  it("is given for each refusal of a payment, and for no answer that is not stored", () => {
    for (const code of ERROR_CODES) {
      const status = HTTP_STATUS[code]
      if (status === 402) expect([code, canRetry(code)]).toEqual([code, true])
      if (status >= 500 || code === "request_in_progress")
        expect([code, canRetry(code)]).toEqual([code, false])
    }
    expect(canRetry("unpaid_limit")).toBe(true)
  })

  it("requires no key of a request without one", () => {
    const { message } = withRetryAdvice(problem("payment_failed"), KEYLESS)
    expect(message).toMatch(/\. For another attempt, send the call again\.$/)
    expect(message).not.toContain("Key")
  })

  it("names its condition in the messages that reads show, too", () => {
    expect(adviseNewKey("The card was declined.", KEYLESS)).toBe(
      "The card was declined. Another attempt needs a new Idempotency-Key, if you send one."
    )
    expect(withNewKey(KEYED)).toBe("with a new idempotency key")
    expect(withNewKey(KEYLESS)).toBe("with a new idempotency key if you send one")
  })

  it("follows a full stop", () => {
    expect(adviseNewKey("An option must be selected", KEYED)).toBe(`An option must be selected. ${NEW_KEY}`)
    expect(adviseNewKey("The card was declined.", KEYED)).toBe(`The card was declined. ${NEW_KEY}`)
  })
})
