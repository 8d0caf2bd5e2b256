import { afterEach } from "vitest"
import { takeDeviations, watchAnswers } from "./published-answers.js"

/** Every answer that a test receives from a protocol's own address matches the protocol's published schemas. */
watchAnswers()
afterEach(async () => {
  const deviations = await takeDeviations()
  if (deviations.length)
    throw new Error(`Answers deviate from their protocols' published schemas:\n${deviations.join("\n")}`)
})
