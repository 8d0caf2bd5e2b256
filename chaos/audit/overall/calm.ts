import type { OverallCheck } from "./overall"

/** Without planned failures, each purchase that should become an order has an announced order. */
export const calmSucceeds: OverallCheck = {
  name: "calm-succeeds",
  kind: "difference",
  find({ is_calm, stories }, dossiers) {
    if (!is_calm) return []
    const ordered = new Set(
      dossiers.filter(({ orders }) => orders.some(({ placed }) => placed)).map(({ story }) => story)
    )
    return stories
      .filter((story) => story.expects === "order" && !ordered.has(story))
      .map(({ name }) => ({ about: name, message: "should have an order, and has none" }))
  },
}
