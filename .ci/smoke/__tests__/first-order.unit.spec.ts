import { describe, expect, it } from "vitest"
import { tourBlocks } from "../first-order"
import { readPage } from "../markdown"

const PAGE = readPage("tour.md")

describe("the commands of docs/tour.md for the first paid order", () => {
  it("begin with the helpers and end with the paid order", () => {
    const blocks = tourBlocks(PAGE)
    expect(blocks[0]).toMatch(/^STORE=/)
    expect(blocks.at(-1)).toContain("query_payment_status")
    expect(blocks.join("")).not.toContain("npm run demo")
  })

  it("are rejected when a part has none", () => {
    expect(() => tourBlocks(PAGE.replace("## Pay", "## Buy"))).toThrow(
      "docs/tour.md has no commands for: Pay."
    )
  })
})
