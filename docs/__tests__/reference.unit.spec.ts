import { expect, it } from "vitest"
import { referencePages, writtenPages } from "../reference"

it("the published reference pages are those of the code: if not, run npm run docs:reference", async () => {
  const pages = await referencePages((file) => import(file))
  expect(Object.fromEntries(writtenPages())).toEqual(Object.fromEntries(pages))
})
