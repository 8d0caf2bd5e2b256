import { describe, expect, it } from "vitest"
import { declineReason } from "../decline-reason"
import { LANGUAGES } from "../languages"
import { moneyIn } from "../displayed-amount"

describe("the texts of the customer pages", () => {
  it("have every sentence in every language, and none is left untranslated [BANK-74]", () => {
    const [english, ...others] = LANGUAGES.map((texts) => sentencesOf(texts))
    for (const sentences of others) {
      expect(sentences).toHaveLength(english?.length ?? 0)
      expect(sentences.filter((sentence) => sentence === "" || english?.includes(sentence))).toEqual([])
    }
  })

  it.each([
    ["insufficient_funds", "insufficient_funds"],
    ["card_expired", "card_expired"],
    ["expired_card", "card_expired"],
    ["invalid_cvv", "invalid_cvv"],
    ["sca_failed", "sca_failed"],
    ["authentication_failed", "sca_failed"],
    ["sca_required", "sca_failed"],
    ["do_not_honor", "do_not_honor"],
    ["lost_or_stolen", "do_not_honor"],
    ["issuer_unavailable", "issuer_unavailable"],
    ["interrupted", "store_failure"],
    ["not_executed", "store_failure"],
    ["<b>a bank's own</b>", "other"],
    ["constructor", "other"],
    ["", "other"],
    [null, "other"],
  ])("present the decline code %j as %s [BANK-75]", (code, reason) => {
    expect(declineReason(code)).toBe(reason)
  })

  it.each([
    ["en", 123456, "EUR", "1,234.56 EUR"],
    ["ro", 1234567, "RON", "12.345,67 RON"],
    ["en", 1500, "JPY", "1,500 JPY"],
    ["ro", 1500, "KWD", "1,500 KWD"],
  ])("format amounts for the language %s: %i %s is %s [BANK-74]", (lang, minor, currency, written) => {
    expect(moneyIn(lang, minor, currency)).toBe(written)
  })
})

/** All sentences of a language; templates are filled in with numbers. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === "function") return [(value as (...gaps: string[]) => string)("1", "2")]
  return typeof value === "object" && value ? Object.values(value).flatMap(sentencesOf) : [String(value)]
}
