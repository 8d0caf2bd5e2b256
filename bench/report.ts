import type { Bench, Comparison, Figure, Outcome } from "./bench"

/** The result of a bench as its last line of output, for programs. */
export interface Verdict {
  readonly bench: string
  readonly ratios: Readonly<Record<string, number>>
  readonly p99_ratios: Readonly<Record<string, number>>
  readonly targets: Readonly<Record<string, number>>
  readonly figures: Readonly<Record<string, number>>
  readonly limits: Readonly<Record<string, number>>
  readonly ok: boolean
}

/** Sums up the outcomes of a bench: its ratios, their targets, and whether all targets are met. */
export function verdictOf({ name }: Bench, outcomes: readonly Outcome[]): Verdict {
  const comparisons = outcomes.filter(isComparison)
  const figures = outcomes.filter(isFigure)
  return {
    bench: name,
    ratios: column(comparisons, ({ ratio }) => Number(ratio.toFixed(3))),
    p99_ratios: column(comparisons, ({ p99_ratio }) => Number(p99_ratio.toFixed(2))),
    targets: column(comparisons, ({ target }) => target),
    figures: column(figures, ({ value }) => Number(value.toFixed(1))),
    limits: column(figures, ({ limit }) => limit),
    ok: outcomes.every(isMet),
  }
}

const isFigure = (outcome: Outcome): outcome is Figure => "limit" in outcome
const isComparison = (outcome: Outcome): outcome is Comparison => !isFigure(outcome)
const isMet = (outcome: Outcome) =>
  isFigure(outcome) ? outcome.value <= outcome.limit : outcome.ratio >= outcome.target
const metOrNot = (outcome: Outcome) => (isMet(outcome) ? "met" : "missed")

function column<One extends Outcome>(
  all: readonly One[],
  value: (one: One) => number
): Record<string, number> {
  return Object.fromEntries(all.map((one) => [one.what, value(one)]))
}

const HEAD = ["", "ours/s", "p99 ms", "peer/s", "p99 ms", "ratio", "ratio p99", "target", ""]

/** The result as tables for people: requests per second and 99th percentiles, and the figures without a peer. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const compared = outcomes.filter(isComparison).map(rowOf)
  const figures = outcomes.filter(isFigure).map((figure) => {
    const { what, value, unit, limit } = figure
    return [what, `${value.toFixed(1)} ${unit}`, `limit ${limit} ${unit}`, metOrNot(figure)]
  })
  return [compared.length ? [HEAD, ...compared] : [], figures]
    .filter(({ length }) => length)
    .map(aligned)
    .join("\n\n")
}

function rowOf(comparison: Comparison): string[] {
  const { what, ours, peer, ratio, p99_ratio, target } = comparison
  return [
    what,
    ...[ours, peer].flatMap(({ rate, p99 }) => [rate.toFixed(rate < 10 ? 1 : 0), p99.toFixed(0)]),
    `${ratio.toFixed(2)}x`,
    `${p99_ratio.toFixed(2)}x`,
    `${target.toFixed(2)}x`,
    metOrNot(comparison),
  ]
}

function aligned(all: readonly string[][]): string {
  const widthOf = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column) + 2)).join("")).join("\n")
}
