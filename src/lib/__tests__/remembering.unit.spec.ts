import { describe, expect, it } from "vitest"
import { remembering } from "../remembering"

/** A function whose results are kept, and the texts that it has computed. */
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
    expect([recall("a"), recall("b"), recall("a")]).toEqual([{ text: "a" }, { text: "b" }, { text: "a" }])
    expect(computed).toEqual(["a", "b"])
  })

  it("make room for others: the one that was computed first", () => {
    const { computed, recall } = counted(2)
    for (const text of ["a", "b", "c", "b", "c", "a"]) recall(text)
    expect(computed).toEqual(["a", "b", "c", "a"])
  })

  it("are none of long texts", () => {
    const { computed, recall } = counted(2)
    const long = "a".repeat(20_001)
    for (const text of [long, long]) recall(text)
    expect(computed).toHaveLength(2)
  })
})
