import { type Amounts, amountIn, amountsOf, medusaDifferences } from "./amounts"
import type { BankFile } from "./bank-file"
import type { ComparedSums, Difference, DifferenceKind } from "./difference"
import { actionOf, differenceOf } from "./found"
import { type Group, groupsIn } from "./groups"
import type { KnownPayment } from "./known-payment"
import { type Compared, compareMovements, isInside, netOf, ofKind, sumOf } from "./movements"
import type { BankOperation } from "./row"

/** The result of a comparison. */
export interface Comparison {
  readonly differences: readonly Difference[]
  readonly sums: readonly ComparedSums[]
}

/**
 * Compares a bank's file with payments: those that it lists, and those that it should list. A payment that the file does not
 * list is missing if the bank captured it within the file's period for certain, in a currency of the file. `can_query`
 * is whether the plugin can query the bank about a payment.
 */
export function compareFile(
  file: BankFile,
  payments: readonly KnownPayment[],
  { can_query }: { readonly can_query: boolean }
): Comparison {
  const groups = groupsIn(file, payments)
  const compared = groups.map((group) => compareGroup(group, file, can_query))
  const differences = compared.flatMap((one) => one.differences)
  return { differences, sums: sumsOf(compared.flatMap(({ sums }) => sums ?? [])) }
}

/** The sums by currency, in the order in which the currencies first occur. */
function sumsOf(parts: readonly ComparedSums[]): ComparedSums[] {
  const sums = new Map<string, ComparedSums>()
  for (const part of parts) {
    const sum = sums.get(part.currency)
    sums.set(part.currency, sum ? added(sum, part) : part)
  }
  return [...sums.values()]
}

const added = (one: ComparedSums, other: ComparedSums): ComparedSums => ({
  currency: one.currency,
  bank_captured: one.bank_captured + other.bank_captured,
  bank_refunded: one.bank_refunded + other.bank_refunded,
  plugin_captured: one.plugin_captured + other.plugin_captured,
  plugin_refunded: one.plugin_refunded + other.plugin_refunded,
})

interface ComparedGroup {
  readonly differences: readonly Difference[]
  readonly sums?: ComparedSums
}

function compareGroup({ rows, payment }: Group, { period }: BankFile, can_query: boolean): ComparedGroup {
  if (!payment) return compareUnknown(rows)
  // The file cannot say anything about a payment that it need not list.
  if (!rows.length && !(period && payment.movements.some((one) => isInside(one, period))))
    return { differences: [] }
  const found = (kind: DifferenceKind, amounts: Amounts, of = rows) =>
    differenceOf(kind, actionOf(kind, payment, can_query), of, payment, amounts)
  const foreign = foreignAmounts(rows, payment)
  if (foreign) return { differences: [found("currency_differs", foreign)] }
  const compared = comparedSides(rows, payment, period)
  const { captured, refunded } = compared
  const differing = [
    ...movementDifferences(payment, compared, rows.length > 0),
    ...medusaDifferences(payment, captured, refunded),
  ]
  const duplicates = [...captured.duplicates, ...refunded.duplicates].map((row) =>
    found("duplicate_row", { bank: amountIn(row.currency, row.amount) }, [row])
  )
  const sums = {
    currency: payment.currency,
    bank_captured: captured.bank,
    bank_refunded: refunded.bank,
    plugin_captured: captured.plugin,
    plugin_refunded: refunded.plugin,
  }
  return { differences: [...differing.map(([kind, of]) => found(kind, of)), ...duplicates], sums }
}

/** The amounts in the first currency that is not the payment's; no others can be compared then. Undefined without one. */
function foreignAmounts(rows: readonly BankOperation[], payment: KnownPayment): Amounts | undefined {
  const currency = rows.find((row) => row.currency !== payment.currency)?.currency
  if (!currency) return undefined
  const bank = amountIn(currency, netOf(rows.filter((row) => row.currency === currency)))
  return { bank, plugin: amountIn(payment.currency, netOf(payment.movements)) }
}

interface ComparedSides {
  readonly captured: Compared
  readonly refunded: Compared
}

function comparedSides(
  rows: readonly BankOperation[],
  { movements }: KnownPayment,
  period: BankFile["period"]
): ComparedSides {
  const of = (kind: BankOperation["kind"]) =>
    compareMovements(ofKind(rows, kind), ofKind(movements, kind), period)
  return { captured: of("capture"), refunded: of("refund") }
}

/** A payment that is missing in the file has no further difference: its refunds are missing with it. */
function movementDifferences(
  payment: KnownPayment,
  { captured, refunded }: ComparedSides,
  is_listed: boolean
): [DifferenceKind, Amounts][] {
  const [of_captures, of_refunds] = [
    amountsOf(payment, "capture", captured),
    amountsOf(payment, "refund", refunded),
  ]
  if (!is_listed && captured.plugin > 0) return [["missing_at_bank", of_captures]]
  return [
    ...(captured.bank === captured.plugin
      ? []
      : [["captured_differs", of_captures] as [DifferenceKind, Amounts]]),
    ...(refunded.bank === refunded.plugin
      ? []
      : [["refunded_differs", of_refunds] as [DifferenceKind, Amounts]]),
  ]
}

/** The bank's amount of an unknown payment is what it has captured less what it has refunded. */
function compareUnknown(rows: readonly BankOperation[]): ComparedGroup {
  const unique = rows.filter(({ is_repeated }) => !is_repeated)
  const currency = rows[0]?.currency ?? ""
  const missing = differenceOf("missing_in_plugin", "look_up_at_bank", rows, undefined, {
    bank: amountIn(currency, netOf(unique)),
  })
  const duplicates = rows
    .filter(({ is_repeated }) => is_repeated)
    .map((row) =>
      differenceOf("duplicate_row", "look_up_at_bank", [row], undefined, {
        bank: amountIn(currency, row.amount),
      })
    )
  const bank_captured = sumOf(ofKind(unique, "capture"))
  const bank_refunded = sumOf(ofKind(unique, "refund"))
  const sums = { currency, bank_captured, bank_refunded, plugin_captured: 0, plugin_refunded: 0 }
  return { differences: [missing, ...duplicates], sums }
}
