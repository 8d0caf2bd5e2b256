import { describe, expect, it } from "vitest"
import { boundedPageSize, pageSizeSchema } from "../page-size"

describe("a page over MCP", () => {
  it("has 10 entries unless the caller asks for others, and 20 at most [MCP-17]", () => {
    expect([undefined, 1, 20, 21, 100].map(boundedPageSize)).toEqual([10, 1, 20, 20, 20])
    expect(pageSizeSchema("orders")).toMatchObject({ minimum: 1, maximum: 20, default: 10 })
  })

  it("of a wrong size is left to the operation to refuse [MCP-17]", () => {
    for (const wrong of ["20", null, {}, -1, 1.5]) expect(boundedPageSize(wrong)).toBe(wrong)
  })
})
