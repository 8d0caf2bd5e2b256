import type { Bench, Comparison } from "./bench"

/** The outcome of a bench as its last line says it, for programs. */
export interface Verdict {
  readonly bench: string
  readonly ratios: Readonly<Record<string, number>>
  readonly p99_ratios: Readonly<Record<string, number>>
  readonly targets: Readonly<Record<string, number>>
  readonly ok: boolean
}

export function verdictOf({ name }: Bench, comparisons: readonly Comparison[]): Verdict {
  const column = (value: (comparison: Comparison) => number) =>
    Object.fromEntries(comparisons.map((comparison) => [comparison.what, value(comparison)]))
  return {
    bench: name,
    ratios: column(({ ratio }) => Number(ratio.toFixed(3))),
    p99_ratios: column(({ p99_ratio }) => Number(p99_ratio.toFixed(2))),
    targets: column(({ target }) => target),
    ok: comparisons.every(({ ratio, target }) => ratio >= target),
  }
}

const HEAD = ["", "ours/s", "p99 ms", "peer/s", "p99 ms", "ratio", "ratio p99", "target", ""]

/** The table for people: requests per second, and the time 99 % of the answers took at most. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ what, ours, peer, ratio, p99_ratio, target }) => [
    what,
    ...[ours, peer].flatMap(({ rate, p99 }) => [rate.toFixed(0), p99.toFixed(0)]),
    `${ratio.toFixed(2)}x`,
    `${p99_ratio.toFixed(2)}x`,
    `${target.toFixed(2)}x`,
    ratio >= target ? "met" : "missed",
  ])
  const all = [HEAD, ...rows]
  const widthOf = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column) + 2)).join("")).join("\n")
}
