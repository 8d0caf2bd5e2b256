import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { csvRows, SEPARATORS } from "../csv-rows"
import { BankFileError } from "../problem"

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Cells with all characters that matter, without spaces at their ends. */
const cells = fc
  .string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r\n", "a", "1", "ñ", " ") })
  .map((text) => text.trim())
const breaks = fc.constantFrom("\n", "\r\n", "\r")
const tables = fc.array(fc.array(cells, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })

describe("the rows of a CSV text", () => {
  it.each(SEPARATORS)("are those that were written with the separator %j [ADM-71]", (separator) => {
    fc.assert(
      fc.property(tables, breaks, (rows, ending) => {
        const text = rows.map((row) => row.map(quoted).join(separator)).join(ending)
        const expected = rows.filter((row) => row.some((cell) => cell !== ""))
        expect(csvRows(text, separator).map((row) => row.cells)).toEqual(expected)
      })
    )
  })

  it("are those that an independent parser reads, and it refuses the same texts [ADM-71]", () => {
    const texts = fc.string({ unit: fc.constantFrom('"', ";", "\n", "a", "b") })
    const theirs = (text: string) => {
      try {
        const rows: string[][] = parse(text, {
          delimiter: ";",
          record_delimiter: "\n",
          relax_column_count: true,
        })
        return rows
          .map((row) => row.map((cell) => cell.trim()))
          .filter((row) => row.some((cell) => cell !== ""))
      } catch {
        return "refused"
      }
    }
    const ours = (text: string) => {
      try {
        return csvRows(text, ";").map((row) => row.cells)
      } catch {
        return "refused"
      }
    }
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text)).toEqual(theirs(text))
      }),
      { numRuns: 2000 }
    )
  })

  it("have the number of their first line, also after cells with line breaks and empty lines", () => {
    const rows = csvRows('a;"x\ny"\r\n\r\n;\nb;"1\r2\r\n3"\rc;z', ";")
    expect(rows.map(({ line, cells: [name] }) => [name, line])).toEqual([
      ["a", 1],
      ["b", 5],
      ["c", 8],
    ])
  })

  it.each([
    ['a;b\n"c;d', 2],
    ['a;b\nc"d;e', 2],
    ['"a"b;c', 1],
    ['a;"x\n"y', 2],
  ])("are refused with the line of a wrong quote in %j [ADM-71]", (text, line) => {
    const read = () => csvRows(text, ";")
    expect(read).toThrow(BankFileError)
    expect(read).toThrow(`line ${line}: a quote is not closed`)
  })
})
