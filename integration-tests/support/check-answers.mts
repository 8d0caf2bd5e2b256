import { afterEach, expect } from "vitest"
import { takeDeviations, watchAnswers } from "./published-answers.js"

/** Every answer that a test receives from a protocol's own address matches the protocol's published schemas. */
watchAnswers()
afterEach(async () => {
  expect(await takeDeviations()).toEqual([])
})
