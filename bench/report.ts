import type { Bench, Comparison } from "./bench"

/** The outcome of a bench as its last line says it, for programs. */
export interface Verdict {
  readonly bench: string
  readonly ratios: Readonly<Record<string, number>>
  readonly targets: Readonly<Record<string, number>>
  readonly ok: boolean
}

export function verdictOf({ name }: Bench, comparisons: readonly Comparison[]): Verdict {
  const column = (value: (comparison: Comparison) => number) =>
    Object.fromEntries(comparisons.map((comparison) => [comparison.what, value(comparison)]))
  return {
    bench: name,
    ratios: column(({ ratio }) => Number(ratio.toFixed(3))),
    targets: column(({ target }) => target),
    ok: comparisons.every(({ ratio, target }) => ratio >= target),
  }
}

/** The table for people. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ what, ours, peer, ratio, target }) => [
    what,
    ours.toFixed(0),
    peer.toFixed(0),
    `${ratio.toFixed(2)}x`,
    `${target.toFixed(2)}x`,
    ratio >= target ? "met" : "missed",
  ])
  const all = [["", "ours (req/s)", "peer (req/s)", "ratio", "target", ""], ...rows]
  const widthOf = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column) + 2)).join("")).join("\n")
}
