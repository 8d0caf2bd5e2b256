/** A cell of a CSV file: a text, or null for an empty cell. */
export type Cell = string | null

/**
 * One line of a CSV file (RFC 4180), with its line break. A spreadsheet shows every text and never runs it: a text that it
 * would take for a formula gets an apostrophe in front. Numbers, such as `-5.00`, stay as they are.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(withoutFormula(cell ?? ""))).join(",")}\r\n`
}

/** The characters that begin a formula in a spreadsheet, or that it skips before one; some also in full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const NUMBER = /^-?\d+(\.\d+)?$/

/** The text, with an apostrophe in front if a spreadsheet would run it as a formula. */
export const withoutFormula = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
