import { describe, expect, it } from "vitest"
import { confirmParameters, resultOfError, resultOfStatus } from "../stripe-charge"
import { cardTokenIn } from "../stripe-wallet"

describe("a charge of a credential at Stripe", () => {
  it("sends a card's token and a shared payment token as Stripe documents them [ROUTE-32]", () => {
    expect(confirmParameters({ kind: "card_token", token: "tok_1" })).toEqual({
      payment_method_data: { type: "card", card: { token: "tok_1" } },
    })
    expect(confirmParameters({ kind: "shared_payment_token", token: "spt_1" })).toEqual({
      payment_method_data: { shared_payment_granted_token: "spt_1" },
    })
  })

  it.each([
    ["succeeded", "paid"],
    ["requires_action", "needs_customer"],
    ["processing", "unknown"],
    ["requires_payment_method", "unknown"],
    [undefined, "unknown"],
  ])("whose answer has the status %s is %s [ROUTE-32]", (status, outcome) => {
    expect(resultOfStatus(status)).toEqual({ outcome })
  })

  it.each([
    [
      { type: "StripeCardError", code: "card_declined", decline_code: "insufficient_funds" },
      "insufficient_funds",
    ],
    [{ type: "StripeCardError", code: "expired_card" }, "card_expired"],
    [{ type: "StripeCardError", code: "card_declined", decline_code: "stolen_card" }, "do_not_honor"],
    [{ type: "StripeInvalidRequestError", code: "resource_missing" }, "credential_rejected"],
    [{ type: "StripeInvalidRequestError", code: "token_already_used" }, "credential_rejected"],
  ])("is declined after %j, with the code %s [ROUTE-32]", (error, code) => {
    expect(resultOfError(error, "card_token")).toMatchObject({ outcome: "declined", decline: { code } })
  })

  it("is declined if a saved card was removed since [ROUTE-45]", () => {
    const error = { type: "StripeInvalidRequestError", code: "resource_missing" }
    const decline = expect.objectContaining({ code: "token_not_active" }) as object
    expect(resultOfError(error, "saved_card")).toEqual({ outcome: "declined", decline })
  })

  it.each([
    [{ type: "StripeCardError", code: "authentication_required" }, "needs_customer"],
    [{ type: "StripeInvalidRequestError", code: "payment_intent_unexpected_state" }, "unknown"],
    [{ type: "StripeConnectionError" }, "unknown"],
    [{ type: "StripeAPIError" }, "unknown"],
    [{ type: "StripeIdempotencyError" }, "unknown"],
    [null, "unknown"],
  ])("is not declined after %j: %s [ROUTE-32]", (error, outcome) => {
    expect(resultOfError(error, "card_token")).toEqual({ outcome })
  })
})

describe("the text that Google Pay hands over", () => {
  it.each([
    ['{"id":"tok_1abc","object":"token"}', "tok_1abc"],
    ['{"id":"pm_1"}', undefined],
    ['{"id":1}', undefined],
    ['{"id":"tok_1 x"}', undefined],
    ["tok_1", undefined],
    ["null", undefined],
    ["", undefined],
  ])("%s contains the token %s [ROUTE-32]", (text, token) => {
    expect(cardTokenIn(text)).toBe(token)
  })
})
