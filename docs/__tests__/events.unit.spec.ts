import { expect, it } from "vitest"
import { WEBHOOK_EVENTS } from "../../src/domain/webhook"
import { schemaFiles, writtenFiles } from "../events"

it("the published JSON Schemas of events are those of the code: if not, run npm run docs:events [EVT-16]", () => {
  expect([...schemaFiles().keys()]).toEqual(WEBHOOK_EVENTS.map((type) => `${type}.json`))
  expect(Object.fromEntries(writtenFiles())).toEqual(Object.fromEntries(schemaFiles()))
})
