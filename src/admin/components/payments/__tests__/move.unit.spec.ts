import { expect, it } from "vitest"
import en from "../../../i18n/en/payments"
import { pendingOf } from "../move"

it.each([
  ["capture", "bank", "pending"],
  ["refund", "bank", "pending"],
  ["void", "bank", "pending"],
  ["refund", "page", "refund_pending_at_provider"],
  ["refund", "storefront", "refund_pending_at_provider"],
  ["capture", "storefront", "capture_pending_at_provider"],
] as const)("a %s on the route %s whose outcome is unknown has the text %s", (kind, route, text) => {
  expect(pendingOf(kind, { route })).toBe(`payments.${text}`)
})

it("only a refund at a provider asks staff to look it up and to close a review", () => {
  expect(en.refund_pending_at_provider).toContain("close the payment's review")
  expect(en.capture_pending_at_provider).not.toContain("review")
})
