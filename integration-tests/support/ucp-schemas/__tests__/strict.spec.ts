import { z } from "@medusajs/framework/zod"
import { describe, expect, it } from "vitest"
import { examples } from "../examples"
import { type ResponseName, strict, type Version, VERSIONS } from "../index"
import { changed, objectsIn, type Place, placesIn, type Schema } from "../places"

const RESPONSES = [
  "profile",
  "search",
  "lookup",
  "product",
  "cart",
  "checkout",
  "declined",
  "order",
  "error",
  "refusal",
] as const

const cases = VERSIONS.flatMap((version) => RESPONSES.map((response) => [response, version] as const))

const documentsOf = (version: Version, response: ResponseName): object[] =>
  Object.values(examples(version)[response])

/** The JSON Schema of a response; only the rules across members are not part of it. */
const writtenOut = (version: Version, response: ResponseName) =>
  z.toJSONSchema(strict(version)[response]) as Schema

/** Every object of every example, with its document. */
const places = (version: Version, response: ResponseName): (Place & { document: object })[] => {
  const schema = writtenOut(version, response)
  return documentsOf(version, response).flatMap((document) =>
    placesIn(schema, document).map((place) => ({ ...place, document }))
  )
}

/** The places and reasons of the rejection of a document. */
const faults = (version: Version, response: ResponseName, document: unknown) =>
  strict(version)[response].safeParse(document).error?.issues ?? []

describe.each(cases)("the strict %s of %s", (response, version) => {
  it("accepts every example", () => {
    for (const document of documentsOf(version, response)) {
      expect(faults(version, response, document)).toEqual([])
    }
  })

  it("rejects an example without a required member, and names the member", () => {
    for (const { document, path, schema } of places(version, response)) {
      for (const name of schema.required ?? []) {
        const member = [...path, name]
        const found = faults(version, response, changed(document, member))
        expect(found.map(({ path }) => path)).toContainEqual(member)
      }
    }
  })

  it("rejects an unknown member in every closed object", () => {
    for (const { document, path, schema } of places(version, response)) {
      if (schema.additionalProperties !== false) continue
      const found = faults(version, response, changed(document, [...path, "surprise"], true))
      expect(found).toContainEqual(expect.objectContaining({ code: "unrecognized_keys", path }))
    }
  })
})

describe.each(VERSIONS)("the examples of %s", (version) => {
  it("contain every object of the schemas, so that each member is tested above", () => {
    const seen = new Set(
      RESPONSES.flatMap((response) => places(version, response)).map(({ schema }) => JSON.stringify(schema))
    )
    const known = RESPONSES.flatMap((response) => objectsIn(writtenOut(version, response)))
    expect(known.filter((schema) => !seen.has(JSON.stringify(schema)))).toEqual([])
  })
})
