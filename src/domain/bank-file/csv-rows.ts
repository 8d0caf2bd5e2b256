import { BankFileError } from "./problem"

/** A row of a CSV text: the number of its first line, counted from 1, and its cells without spaces around them. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The characters that separate the cells of a row. */
export const SEPARATORS = [";", ",", "\t"] as const
export type Separator = (typeof SEPARATORS)[number]

/**
 * The rows of a CSV text (RFC 4180), with any line break and without empty rows. A cell in quotes may contain separators,
 * line breaks and doubled quotes. Throws BankFileError with the line of a quote that is not closed, or that begins or
 * ends in the middle of a cell.
 */
export function csvRows(text: string, separator: Separator, first_line = 1): CsvRow[] {
  const rows: CsvRow[] = []
  let line = first_line
  let at = 0
  while (at < text.length) {
    const row = readRow(text, at, separator, line)
    if (row.cells.some((cell) => cell !== "")) rows.push({ line, cells: row.cells })
    line += row.lines
    at = row.end
  }
  return rows
}

/** A row, the position after it, and the number of its lines. */
interface ReadRow {
  readonly cells: string[]
  readonly end: number
  readonly lines: number
}

function readRow(text: string, begin: number, separator: Separator, line: number): ReadRow {
  const cells: string[] = []
  let at = begin
  let lines = 1
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at, line + lines - 1) : plainCell(text, at, separator)
    lines += breaksIn(text.slice(at, cell.end))
    const ended = text[cell.end]
    if (cell.content.includes('"') && !cell.is_quoted) throw quoteError(line + lines - 1)
    cells.push(cell.content.trim())
    if (ended === separator) {
      at = cell.end + 1
      continue
    }
    if (ended !== undefined && ended !== "\r" && ended !== "\n") throw quoteError(line + lines - 1)
    return { cells, end: cell.end + (text.startsWith("\r\n", cell.end) ? 2 : 1), lines }
  }
}

interface ReadCell {
  readonly content: string
  readonly end: number
  readonly is_quoted: boolean
}

function quotedCell(text: string, begin: number, line: number): ReadCell {
  let end = begin + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end < 0) throw quoteError(line)
    if (text[end + 1] !== '"') break
    end += 2
  }
  return { content: text.slice(begin + 1, end).replaceAll('""', '"'), end: end + 1, is_quoted: true }
}

function plainCell(text: string, begin: number, separator: Separator): ReadCell {
  let end = begin
  while (end < text.length && text[end] !== separator && text[end] !== "\r" && text[end] !== "\n") end++
  return { content: text.slice(begin, end), end, is_quoted: false }
}

const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

const quoteError = (line: number) => new BankFileError([{ reason: "quote", line }])
