import { type FileTable, type NamedColumns, tableIn } from "./columns"
import { type FilePeriod, periodOf } from "./file-period"
import { MOST_FILE_BYTES, MOST_FILE_ROWS, MOST_PROBLEMS } from "./limits"
import type { Moment } from "./moment"
import { BankFileError, type FileProblem } from "./problem"
import { type BankOperation, Row } from "./row"

/** The operations of a bank's file. */
export interface BankFile {
  readonly operations: readonly BankOperation[]
  /** Those of all rows, also of rows that are not counted. */
  readonly currencies: readonly string[]
  /** Null if the file has no dates. */
  readonly period: FilePeriod | null
  /** The number of rows. */
  readonly rows: number
  /** The number of rows that are not counted: not executed at the bank, or without a movement of money. */
  readonly ignored: number
}

/** How to read a file: its time zone (IANA), the names of its columns, and its currency if it has no such column. */
export interface FileFormat {
  readonly time_zone: string
  readonly columns?: NamedColumns | undefined
  readonly currency?: string | undefined
}

/**
 * Reads the operations in a bank's CSV file. Without a column for the kind, a negative amount is a refund; without one for
 * the outcome, all rows were executed. Throws BankFileError with all problems of the file, at most `MOST_PROBLEMS`: no row
 * is skipped because it cannot be read.
 */
export function readBankFile(csv: string, format: FileFormat, now: number): BankFile {
  const table = tableIn(checkedText(csv), format.columns ?? {})
  if (table.rows.length > MOST_FILE_ROWS) throw new BankFileError([{ reason: "too_many_rows" }])
  if (!table.rows.length) throw new BankFileError([{ reason: "empty" }])
  const rows = readRows(table, format)
  return {
    operations: rows.flatMap(({ operation }) => operation ?? []),
    currencies: [...new Set(rows.flatMap(({ currency }) => currency ?? []))],
    period: periodOf(
      rows.flatMap(({ moment }) => moment ?? []),
      format.time_zone,
      now
    ),
    rows: rows.length,
    ignored: rows.filter(({ operation }) => !operation).length,
  }
}

/** Characters that no CSV text has: control characters, and the replacement of bytes that are not UTF-8. */
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/

function checkedText(csv: string): string {
  if (new TextEncoder().encode(csv).length > MOST_FILE_BYTES)
    throw new BankFileError([{ reason: "too_large" }])
  if (NOT_TEXT.test(csv)) throw new BankFileError([{ reason: "not_text" }])
  const text = csv.replace(/^\ufeff/, "")
  if (!text.trim()) throw new BankFileError([{ reason: "empty" }])
  return text
}

interface ReadRow {
  /** Undefined for a row that is not counted. */
  readonly operation: BankOperation | undefined
  readonly currency: string | undefined
  readonly moment: Moment | undefined
}

function readRows({ rows, places, width }: FileTable, format: FileFormat): ReadRow[] {
  if (places.currency === undefined && !format.currency)
    throw new BankFileError([{ reason: "no_column", column: "currency" }])
  const problems: FileProblem[] = []
  const seen = new Set<string>()
  const read = rows.flatMap(({ line, cells }): ReadRow[] => {
    if (problems.length >= MOST_PROBLEMS) return []
    const content = cells.join("\0")
    const row = new Row(line, cells, places)
    try {
      if (cells.slice(width).some((cell) => cell !== "")) throw row.problem("cells")
      const moment = row.moment(format.time_zone)
      const operation = row.operation(format.currency, seen.has(content))
      seen.add(content)
      return [{ operation, moment, currency: row.anyCurrency(format.currency) }]
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error
      problems.push(...error.problems)
      return []
    }
  })
  if (problems.length) throw new BankFileError(problems)
  return read
}
