import type { OverallCheck } from "./overall"

/** Without planned failures, or after they have ended, each purchase that should become an order has an announced order. */
export const calmSucceeds: OverallCheck = {
  name: "calm-succeeds",
  kind: "difference",
  find({ is_calm, stories }, dossiers) {
    const ordered = new Set(
      dossiers.filter(({ orders }) => orders.some(({ placed }) => placed)).map(({ story }) => story)
    )
    return stories
      .filter(({ is_undisturbed }) => is_calm || is_undisturbed)
      .filter((story) => story.expects === "order" && !ordered.has(story))
      .map(({ name }) => ({ about: name, message: "should have an order, and has none" }))
  },
}
