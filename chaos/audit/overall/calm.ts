import type { OverallCheck } from "./overall"

/** Where nothing goes wrong, each life that sets out to order ends with an order. */
export const calmSucceeds: OverallCheck = {
  name: "calm-succeeds",
  kind: "difference",
  find({ is_calm, stories }, dossiers) {
    if (!is_calm) return []
    const served = new Set(
      dossiers.filter(({ orders }) => orders.some(({ placed }) => placed)).map(({ story }) => story)
    )
    return stories
      .filter((story) => story.expects === "order" && !served.has(story))
      .map(({ name }) => ({ about: name, words: "set out to order, and has no order" }))
  },
}
