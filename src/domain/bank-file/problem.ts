import { MOST_FILE_BYTES, MOST_FILE_DAYS, MOST_FILE_ROWS } from "./limits"

/** The columns of a bank's file that the comparison reads. */
export const COLUMNS = ["reference", "amount", "currency", "kind", "outcome", "date", "time"] as const
export type ColumnName = (typeof COLUMNS)[number]

/** Why a bank's file cannot be read. */
export const PROBLEM_REASONS = [
  "empty",
  "too_large",
  "too_many_rows",
  "not_text",
  "no_column",
  "quote",
  "cells",
  "missing",
  "amount",
  "currency",
  "kind",
  "outcome",
  "date",
  "period_too_long",
] as const
export type ProblemReason = (typeof PROBLEM_REASONS)[number]

/** A problem of a bank's file: the line, counted from 1, the column and the text that are wrong, as far as it has them. */
export interface FileProblem {
  readonly reason: ProblemReason
  readonly line?: number
  readonly column?: ColumnName
  readonly text?: string
}

/** A bank's file that cannot be read, with all its problems, at most twenty. */
export class BankFileError extends Error {
  override readonly name = "BankFileError"
  constructor(readonly problems: readonly FileProblem[]) {
    super(problems.map(problemText).join("; "))
  }
}

const TEXTS: Readonly<Record<ProblemReason, string>> = {
  empty: "the file has no operations",
  too_large: `the file is larger than ${MOST_FILE_BYTES} bytes; compare a shorter period`,
  too_many_rows: `the file has more than ${MOST_FILE_ROWS} rows; compare a shorter period`,
  not_text: "the file is not a CSV text in UTF-8; export it as CSV, not as a spreadsheet",
  no_column: "the file has no such column; name it in columns",
  quote: "a quote is not closed, or begins or ends within a cell",
  cells: "the row has more cells than the header; a cell with a separator must be in quotes",
  missing: "the cell is empty",
  amount: "is not an amount of the currency, or can be read in two ways; use a form such as 1234.56",
  currency: "is not a currency code, such as EUR or 978",
  kind: "is not a known kind of operation, such as charge, capture, refund or void",
  outcome: "is not a known outcome, such as approved or declined",
  date: "is not a date, such as 2026-03-31 or 31/03/2026",
  period_too_long: `the file's dates span more than ${MOST_FILE_DAYS} days; compare a shorter period`,
}

/** A problem as a sentence: `line 12, amount "1.234": is not an amount …`. */
export function problemText({ reason, line, column, text }: FileProblem): string {
  const cell = [column, text !== undefined && JSON.stringify(text)].filter(Boolean).join(" ")
  const where = [line !== undefined && `line ${line}`, cell].filter(Boolean).join(", ")
  return `${where && `${where}: `}${TEXTS[reason]}`
}
