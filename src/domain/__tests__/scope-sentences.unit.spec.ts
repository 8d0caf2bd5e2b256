import { describe, expect, it } from "vitest"
import { scopeSentence } from "../scope-sentences"

describe("the sentence for a scope", () => {
  it.each([
    ["acp:orders:read", "en", "See the orders it made"],
    ["acp:orders:read", "ro", "Să vadă comenzile pe care le-a făcut"],
    ["acp:orders:read", "ro-RO", "Să vadă comenzile pe care le-a făcut"],
    ["acp:orders:read", "de", "See the orders it made"],
  ])("%s in %s is %j [ADM-52]", (scope, language, sentence) => {
    expect(scopeSentence(scope, language)).toBe(sentence)
  })

  it.each(["acp:unknown", "constructor", ""])("of the unknown scope %j is its name", (scope) => {
    expect(scopeSentence(scope, "en")).toBe(scope)
  })
})
