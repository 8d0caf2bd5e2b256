import { existsSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { CsvError, parse } from "csv-parse/sync"
import type { z } from "@medusajs/framework/zod"
import { DemoFailure, errorLine } from "../failure"

/** One row of a CSV file, with the number of its line for messages. */
export interface CsvRow<Row> {
  line: number
  row: Row
}

/**
 * Reads a CSV file with a header line (RFC 4180), whose fields may contain quotation marks. A missing file has no rows;
 * columns that `schema` does not name are ignored, and an empty field counts as absent. Throws a DemoFailure that names
 * the file, the line and the column of the first invalid row.
 */
export function readCsv<Row>(file: string, schema: z.ZodType<Row>): CsvRow<Row>[] {
  if (!existsSync(file)) return []
  return parsed(file).map(({ record, info }) => {
    const filled = Object.fromEntries(Object.entries(record).filter(([, field]) => field !== ""))
    const { success, data, error } = schema.safeParse(filled)
    if (success) return { line: info.lines, row: data }
    const [issue] = error.issues
    throw invalidRow(file, info.lines, `${issue?.path.join(".")} ${issue?.message}`, filled, issue?.path[0])
  })
}

interface ParsedRow {
  record: Record<string, string>
  info: { lines: number }
}

/** The official samples have lists of JSON in fields without quotation marks around them. */
const OPTIONS = {
  columns: true,
  bom: true,
  info: true,
  skip_empty_lines: true,
  trim: true,
  relax_quotes: true,
} as const

function parsed(file: string): ParsedRow[] {
  try {
    return parse(readFileSync(file), OPTIONS) as unknown as ParsedRow[]
  } catch (error) {
    if (error instanceof CsvError) throw invalidRow(file, Number(error.lines), errorLine(error))
    throw new DemoFailure(`Cannot read ${file} (${errorLine(error)}).`)
  }
}

/** The error for an invalid row: the file, the line, the reason and, if there is one, the offending field. */
export function invalidRow(
  file: string,
  line: number,
  reason: string,
  fields: Record<string, string> = {},
  column?: PropertyKey
): DemoFailure {
  const got = column === undefined ? undefined : fields[String(column)]
  const value = got === undefined ? "" : ` (got ${JSON.stringify(got)})`
  return new DemoFailure(`${basename(file)} line ${line}: ${reason.replace(/\.$/, "")}${value}.`)
}
