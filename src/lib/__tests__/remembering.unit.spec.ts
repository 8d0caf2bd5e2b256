import { describe, expect, it } from "vitest"
import { remembering } from "../remembering"

/** A function that keeps results of `most` characters, and the texts that it has computed. */
function counted(most: number) {
  const computed: string[] = []
  const recall = remembering((text) => {
    computed.push(text)
    return { text }
  }, most)
  return { computed, recall }
}

describe("results that are kept", () => {
  it("are computed once for each text", () => {
    const { computed, recall } = counted(2)
    expect(["a", "b", "a"].map(recall)).toEqual([{ text: "a" }, { text: "b" }, { text: "a" }])
    expect(computed).toEqual(["a", "b"])
  })

  it("make room for others: the one that was used longest ago", () => {
    const { computed, recall } = counted(2)
    for (const text of ["a", "b", "a", "c", "a", "b"]) recall(text)
    expect(computed).toEqual(["a", "b", "c", "b"])
  })

  it("are limited by the length of their texts, also of a single one", () => {
    const { computed, recall } = counted(4)
    for (const text of ["aa", "bb", "aa", "cc", "bb", "long text", "long text", "aa"]) recall(text)
    expect(computed).toEqual(["aa", "bb", "cc", "bb", "long text", "long text", "aa"])
  })
})
