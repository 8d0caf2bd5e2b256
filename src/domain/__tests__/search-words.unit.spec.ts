import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toleratedMistakes, mistakesBetween, wordsOf } from "../search-words"

describe("wordsOf", () => {
  it.each([
    ["Horezu Stoneware-Mug, 330 ml", ["horezu", "stoneware", "mug", "330", "ml"]],
    ["Crème brûlée", ["creme", "brulee"]],
    ["țuică și brânză", ["tuica", "si", "branza"]],
    ["Straße Łódź Ærø", ["strasse", "lodz", "aero"]],
    ["Кофе 100%", ["кофе", "100"]],
    ["' or 1=1; --", ["or", "1", "1"]],
    ["🦊 \u0000 %_*", []],
  ])("splits %j into %j", (text, words) => expect(wordsOf(text)).toEqual(words))

  it("returns only letters and digits, and at most the requested number of words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{N}]{1,40}$/u)
        expect(wordsOf(text, 2)).toEqual(wordsOf(text).slice(0, 2))
      })
    )
  })
})

describe("spelling mistakes", () => {
  it.each([
    ["shirt", "shirt", 0],
    ["shrit", "shirt", 1],
    ["shirt", "shirts", 1],
    ["shirt", "short", 1],
    ["headfones", "headphones", 2],
    ["", "mug", 3],
  ])("between %s and %s: %i", (a, b, mistakes) => expect(mistakesBetween(a, b)).toBe(mistakes))

  it("are symmetric, 0 only for equal words, and at most the number of letters", () => {
    const word = fc.string({ maxLength: 12 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        const mistakes = mistakesBetween(a, b)
        expect(mistakes).toBe(mistakesBetween(b, a))
        expect(mistakes === 0).toBe(a === b)
        expect(mistakes).toBeLessThanOrEqual(Math.max(a.length, b.length))
      })
    )
  })

  it("are tolerated in longer words only, and more of them in very long ones", () => {
    expect(["mug", "vase", "stoneware"].map(toleratedMistakes)).toEqual([0, 1, 2])
  })
})
