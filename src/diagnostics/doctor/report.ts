import type { Level } from "../check-result"
import type { NamedResult } from "../run-checks"

const MARKS: Record<Level, string> = { ok: "ok     ", warning: "warning", problem: "PROBLEM" }

/** One line per result, its advice below, and a summary line. */
export function asText(results: readonly NamedResult[]): string {
  const width = Math.max(...results.map(({ check }) => check.length))
  const lines = results.flatMap(({ level, check, text, advice }) => [
    `${MARKS[level]}  ${check.padEnd(width)}  ${text}`,
    ...(advice ? [`${" ".repeat(width + 11)}-> ${advice}`] : []),
  ])
  const { ok, warning, problem } = countsOf(results)
  return [...lines, `${ok} ok, ${warning} warnings, ${problem} problems`, ""].join("\n")
}

/** The report as JSON: `{ healthy, counts, findings: [{ check, level, text, advice? }] }`. */
export function asJson(results: readonly NamedResult[]): string {
  const report = { healthy: isHealthy(results), counts: countsOf(results), findings: results }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Whether there is no problem; warnings are allowed. */
export function isHealthy(results: readonly NamedResult[]): boolean {
  return results.every(({ level }) => level !== "problem")
}

function countsOf(results: readonly NamedResult[]): Record<Level, number> {
  const counts = { ok: 0, warning: 0, problem: 0 }
  for (const { level } of results) counts[level] += 1
  return counts
}
