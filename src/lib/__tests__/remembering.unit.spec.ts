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
    const { computed, recall } = counted(4)
    expect(["a", "b", "a"].map(recall)).toEqual([{ text: "a" }, { text: "b" }, { text: "a" }])
    expect(computed).toEqual(["a", "b"])
  })

  it("are those that were used last", () => {
    const { computed, recall } = counted(4)
    for (const text of ["a", "b", "c", "a", "d", "e", "a", "f", "g", "a"]) recall(text)
    expect(computed).toEqual(["a", "b", "c", "d", "e", "f", "g"])
  })

  it("are forgotten when others were used since", () => {
    const { computed, recall } = counted(4)
    for (const text of ["a", "b", "c", "d", "e", "a"]) recall(text)
    expect(computed).toEqual(["a", "b", "c", "d", "e", "a"])
  })

  it("are limited by the length of their texts, also of a single one", () => {
    const { computed, recall } = counted(8)
    for (const text of ["aa", "bb", "cc", "dd", "ee", "aa", "a long text", "a long text"]) recall(text)
    expect(computed).toEqual(["aa", "bb", "cc", "dd", "ee", "aa", "a long text", "a long text"])
  })
})
