import { SEPARATORS, type CsvRow, type Separator, csvRows } from "./csv-rows"
import { BankFileError, COLUMNS, type ColumnName } from "./problem"
import { plainWords } from "./words"

/** The names of the columns as the file writes them, for a file whose names are unknown. */
export type NamedColumns = Readonly<Partial<Record<ColumnName, string>>>

/** The place of each column in a row. */
export type ColumnPlaces = Readonly<Partial<Record<ColumnName, number>>>

/** Names in English and Spanish, in the order in which they are chosen if a file has several. */
const NAMES: Readonly<Record<ColumnName, string>> = {
  reference: `bank payment id, bank reference, merchant reference, payment reference, payment id, order reference,
    order number, order id, order, reference, numero de pedido, numero pedido, num pedido, no de pedido, no pedido,
    n pedido, pedido, codigo de pedido, referencia del comercio, referencia del pedido, referencia`,
  amount: `amount, transaction amount, operation amount, gross amount, importe, importe de la operacion,
    importe operacion, importe total`,
  currency: "currency, currency code, moneda, codigo de moneda, divisa",
  kind: `type, kind, operation type, transaction type, type of operation, operation, tipo de operacion,
    tipo operacion, tipo de transaccion, tipo transaccion, tipo, operacion`,
  outcome: `status, outcome, result, state, response code, response, estado, resultado,
    resultado operacion y codigo, resultado de la operacion, resultado operacion, codigo de respuesta, respuesta`,
  date: `date, operation date, transaction date, date and time, created at, timestamp, fecha,
    fecha de la operacion, fecha de operacion, fecha operacion, fecha y hora`,
  time: "time, operation time, hora, hora de la operacion, hora operacion",
}

const known = (column: ColumnName) => NAMES[column].split(",").map((name) => name.trim())

/** How many lines a bank may write above its header. */
const MOST_TITLE_LINES = 20

/** A file as a table. */
export interface FileTable {
  readonly places: ColumnPlaces
  readonly width: number
  readonly rows: readonly CsvRow[]
}

/**
 * The table in a CSV text. The header is the first line that names a reference and an amount; the separator is the first one
 * that yields both. Throws BankFileError if there is no such line, or a named column is missing.
 */
export function tableIn(text: string, named: NamedColumns): FileTable {
  const lines = text.split(/\r\n|\r|\n/, MOST_TITLE_LINES)
  for (const [above, line] of lines.entries())
    for (const separator of SEPARATORS) {
      const header = cellsIn(line, separator)
      const places = placesIn(header, named)
      if (places.reference === undefined || places.amount === undefined) continue
      const rows = csvRows(restAfter(text, above + 1), separator, above + 2)
      return { places: withAll(places, named), width: header.length, rows }
    }
  throw new BankFileError([lackIn(lines, named)])
}

/** The cells of a single line; none if its quotes are wrong with this separator. */
function cellsIn(line: string, separator: Separator): readonly string[] {
  try {
    return csvRows(line, separator)[0]?.cells ?? []
  } catch {
    return []
  }
}

function placesIn(header: readonly string[], named: NamedColumns): ColumnPlaces {
  const names = header.map(plainWords)
  const columnIndex = (column: ColumnName) => {
    const chosen = named[column]
    const candidates = chosen === undefined ? known(column) : [plainWords(chosen)]
    return candidates.map((name) => names.indexOf(name)).find((place) => place >= 0)
  }
  return Object.fromEntries(COLUMNS.map((column) => [column, columnIndex(column)]))
}

function withAll(places: ColumnPlaces, named: NamedColumns): ColumnPlaces {
  const missing = COLUMNS.filter((column) => named[column] !== undefined && places[column] === undefined)
  if (missing.length) throw new BankFileError(missing.map((column) => ({ reason: "no_column", column })))
  return places
}

/** The column that no line has: the amount, if a line has at least a reference. */
function lackIn(lines: readonly string[], named: NamedColumns) {
  const found = lines.flatMap((line) => SEPARATORS.map((one) => placesIn(cellsIn(line, one), named)))
  const hasReference = found.some(({ reference }) => reference !== undefined)
  return { reason: "no_column", column: hasReference ? "amount" : "reference" } as const
}

/** The text after its first lines. */
function restAfter(text: string, lines: number): string {
  const breaks = /\r\n|\r|\n/g
  for (let left = lines; left > 0; left--) if (!breaks.exec(text)) return ""
  return text.slice(breaks.lastIndex)
}
