import type { Covered } from "./compare"

/** The table and the line below it, as they are printed. */
export function report(covered: readonly Covered[]): string {
  const rows = covered.map(({ id, status, tests, found }) => [id, status, String(tests), found.join(", ")])
  return [...columns([["rule", "status", "tests", "files"], ...rows]), "", summary(covered)].join("\n")
}

function columns(rows: string[][]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}

function summary(covered: readonly Covered[]): string {
  const built = covered.filter(({ status }) => status === "built")
  const tested = built.filter(({ tests }) => tests > 0)
  return `${covered.length} rules: ${built.length} built, ${tested.length} of them tested; ${covered.length - built.length} planned.`
}
