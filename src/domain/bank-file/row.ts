import { currencyOfNumber } from "../currency-numbers"
import { isCurrency } from "../money"
import { amountOf } from "./amount"
import type { ColumnPlaces } from "./columns"
import { type Moment, momentOf } from "./moment"
import { BankFileError, type ColumnName, type ProblemReason } from "./problem"
import { isExecuted, kindOf, type OperationKind } from "./words"

/** An executed capture or refund in a bank's file. Amount in minor units. */
export interface BankOperation {
  readonly line: number
  /** The bank's or the store's reference of the payment. */
  readonly reference: string
  /** A charge counts as a capture. */
  readonly kind: "capture" | "refund"
  readonly amount: number
  readonly currency: string
  /** Whether an earlier row is the same in every cell. */
  readonly is_repeated: boolean
}

/** How each kind of operation moves money. */
const MOVED: Readonly<Record<OperationKind, BankOperation["kind"] | null>> = {
  charge: "capture",
  capture: "capture",
  refund: "refund",
  authorization: null,
  void: null,
  none: null,
}

/** One row of a bank's file. Each method throws BankFileError with the row's line for a cell that it cannot read. */
export class Row {
  constructor(
    private readonly line: number,
    private readonly cells: readonly string[],
    private readonly places: ColumnPlaces
  ) {}

  /** An error about this row, and the text of one of its cells. */
  problem(reason: ProblemReason, column?: ColumnName, text?: string): BankFileError {
    const shown = text !== undefined && { text: text.slice(0, 100) }
    return new BankFileError([{ reason, line: this.line, ...(column && { column }), ...shown }])
  }

  /** When the operation was executed. Undefined if the file has no dates. */
  moment(time_zone: string): Moment | undefined {
    if (this.places.date === undefined) return undefined
    const date = this.cell("date")
    const time = this.places.time === undefined ? "" : (this.cells[this.places.time] ?? "")
    const alone = momentOf(date, time_zone)
    const text = !time || (alone && alone.at !== null) ? date : `${date} ${time}`
    const moment = text === date ? alone : momentOf(text, time_zone)
    if (!moment) throw this.problem("date", "date", text)
    return moment
  }

  /** The operation. Undefined if it was not executed, or moves no money, as a verification of a card. */
  operation(fallback: string | undefined, is_repeated: boolean): BankOperation | undefined {
    const kind = this.kind()
    if (kind && !MOVED[kind]) return undefined
    const currency = this.currency(fallback)
    const text = this.cell("amount")
    const amount = amountOf(text, currency)
    if (amount === undefined) throw this.problem("amount", "amount", text)
    const moved = kind ? MOVED[kind] : amount < 0 ? "refund" : "capture"
    if (!moved || (moved === "capture" && amount < 0)) throw this.problem("amount", "amount", text)
    const reference = this.cell("reference")
    if (!this.isExecuted() || amount === 0) return undefined
    return { line: this.line, reference, kind: moved, amount: Math.abs(amount), currency, is_repeated }
  }

  /** The currency, also of a row that is not counted. Undefined if its cell is no currency. */
  anyCurrency(fallback: string | undefined): string | undefined {
    const { currency } = this.places
    return currency === undefined ? fallback : currencyIn(this.cells[currency] ?? "")
  }

  private kind(): OperationKind | undefined {
    if (this.places.kind === undefined) return undefined
    const text = this.cell("kind")
    const kind = kindOf(text)
    if (!kind) throw this.problem("kind", "kind", text)
    return kind
  }

  private currency(fallback: string | undefined): string {
    if (this.places.currency === undefined && fallback) return fallback
    const text = this.cell("currency")
    const currency = currencyIn(text)
    if (!currency) throw this.problem("currency", "currency", text)
    return currency
  }

  private isExecuted(): boolean {
    if (this.places.outcome === undefined) return true
    const text = this.cell("outcome")
    const executed = isExecuted(text)
    if (executed === undefined) throw this.problem("outcome", "outcome", text)
    return executed
  }

  private cell(column: ColumnName): string {
    const place = this.places[column]
    const text = place === undefined ? "" : (this.cells[place] ?? "")
    if (!text) throw this.problem("missing", column)
    return text
  }
}

/** EUR, eur, 978, € -> EUR. Undefined for any other text. */
function currencyIn(text: string): string | undefined {
  if (text === "€") return "EUR"
  const code = text.toUpperCase()
  return isCurrency(code) ? code : currencyOfNumber(text)
}
