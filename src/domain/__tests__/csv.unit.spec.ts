import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { csvLine, withoutFormula } from "../csv"
import { exportFile } from "../export-file"

const read = (text: string) => parse(text, { record_delimiter: "\r\n" })

/** Texts with all characters that matter in a CSV file, often at the beginning. */
const texts = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "\t", "=", "+", "-", "@", "'", "1", "ș", " ") })
)

describe("a CSV line", () => {
  it("is read back as the same cells, whatever they contain [ADM-51]", () => {
    const tables = fc.array(fc.array(texts, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(tables, (rows) => {
        expect(read(rows.map(csvLine).join(""))).toEqual(rows.map((row) => row.map(withoutFormula)))
      })
    )
  })

  it("has no cell that a spreadsheet runs as a formula [ADM-51]", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [[cell = ""] = []] = read(csvLine([text, "1"]))
        expect(cell).not.toMatch(/^(?!-?\d+(\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/)
      })
    )
  })

  it.each([
    ["=1+1", "'=1+1"],
    ["+40 700", "'+40 700"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["-", "'-"],
    ["-1.5.2", "'-1.5.2"],
    ["＝1", "'＝1"],
  ])("writes the text %j as %j", (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })

  it.each(["-5.00", "0.05", "1500", "-1", "a=b", "'x"])("leaves %j as it is", (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`)
  })

  it("quotes only cells with quotes, commas or line breaks, and leaves null empty", () => {
    expect(csvLine(['a "b"', "c,d", "e\nf", "\r", null, "g h"])).toBe(
      '"a ""b""","c,d","e\nf","\'\r",,g h\r\n'
    )
  })
})

describe("the name of an exported file", () => {
  it("has the period", () => {
    expect(exportFile("payments", "2026-03-01", "2026-03-31")).toBe("payments_2026-03-01_2026-03-31.csv")
    expect(exportFile("audit", null, "2026-03-31")).toBe("audit_until_2026-03-31.csv")
  })
})
