import { describe, expect, it } from "vitest"
import { LANGUAGES, textsFor } from "../languages"

describe("the texts of the OAuth pages", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["ro", "ro"],
    ["ro-RO,ro;q=0.9,en-US;q=0.8,en;q=0.7", "ro"],
    ["RO-ro", "ro"],
    ["en;q=0.5, ro", "ro"],
    ["en;q=0.5, ro;q=0.4", "en"],
    ["ro;q=0.4,en;q=0.5", "en"],
    ["fr, de;q=0.9, ro;q=0.1", "ro"],
    ["fr", "en"],
    ["fr, *;q=0.5", "en"],
    ["ro;q=0", "en"],
    ["ro;q=0, *", "en"],
    ["ro;q=nonsense, en;q=0.1", "en"],
    ["rom, roo", "en"],
    ["__proto__", "en"],
    [";;,,;q=,=", "en"],
  ])("with Accept-Language %j are in %s [OAUTH-35]", (header, lang) => {
    expect(textsFor(header).lang).toBe(lang)
  })

  it("have every sentence in every language, and none is left untranslated [OAUTH-35]", () => {
    const [english, ...others] = LANGUAGES.map((texts) => sentencesOf(texts))
    for (const sentences of others) {
      expect(sentences).toHaveLength(english?.length ?? 0)
      expect(sentences.filter((sentence) => sentence === "" || english?.includes(sentence))).toEqual([])
    }
  })
})

/** All sentences of a language; templates are filled in with numbers. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === "function") return [(value as (...gaps: string[]) => string)("1", "2")]
  return typeof value === "object" && value ? Object.values(value).flatMap(sentencesOf) : [String(value)]
}
