import type { Level } from "../check-result"
import type { Diagnosis } from "../run-checks"

const MARKS: Record<Level, string> = { ok: "ok     ", warning: "warning", problem: "PROBLEM" }

/** One line per finding, its advice below, and a summary line. */
export function asText(diagnoses: readonly Diagnosis[]): string {
  const width = Math.max(...diagnoses.map(({ check }) => check.length))
  const lines = diagnoses.flatMap(({ level, check, text, advice }) => [
    `${MARKS[level]}  ${check.padEnd(width)}  ${text}`,
    ...(advice ? [`${" ".repeat(width + 11)}-> ${advice}`] : []),
  ])
  const { ok, warning, problem } = countsOf(diagnoses)
  return [...lines, `${ok} ok, ${warning} warnings, ${problem} problems`, ""].join("\n")
}

/** The report as JSON: `{ healthy, counts, findings: [{ check, level, text, advice? }] }`. */
export function asJson(diagnoses: readonly Diagnosis[]): string {
  const report = { healthy: isHealthy(diagnoses), counts: countsOf(diagnoses), findings: diagnoses }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Whether there is no problem; warnings are allowed. */
export function isHealthy(diagnoses: readonly Diagnosis[]): boolean {
  return diagnoses.every(({ level }) => level !== "problem")
}

function countsOf(diagnoses: readonly Diagnosis[]): Record<Level, number> {
  const counts = { ok: 0, warning: 0, problem: 0 }
  for (const { level } of diagnoses) counts[level] += 1
  return counts
}
