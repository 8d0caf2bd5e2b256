import type { Level } from "../check-result"
import type { NamedResult } from "../run-checks"

const MARKS: Record<Level, string> = { ok: "ok     ", warning: "warning", problem: "PROBLEM" }

/**
 * One line per result and a summary line. Results with the same advice are together, with the advice below the last one.
 * Checks that another fault prevents are on one line for each fault.
 */
export function asText(results: readonly NamedResult[]): string {
  const shown = byAdvice(withoutRepeats(results))
  const width = Math.max(...shown.map(({ check }) => check.length))
  const lines = shown.flatMap(({ level, check, text, advice }, index) => [
    `${MARKS[level]}  ${check.padEnd(width)}  ${text}`,
    ...(advice && shown[index + 1]?.advice !== advice ? [`${" ".repeat(width + 11)}-> ${advice}`] : []),
  ])
  const { ok, warning, problem } = countsOf(results)
  return [...lines, `${ok} ok, ${warning} warnings, ${problem} problems`, ""].join("\n")
}

/** The results with one for all checks that the same fault prevents. It is where the first of them was. */
function withoutRepeats(results: readonly NamedResult[]): NamedResult[] {
  return results.flatMap((result) => {
    if (result.code !== "not_checked") return [result]
    const same = results.filter(({ code, text }) => code === "not_checked" && text === result.text)
    if (same[0] !== result) return []
    const checks = [...new Set(same.map(({ check }) => check))].join(", ")
    return [{ ...result, check: "not checked", text: `${checks}: ${String(result.data?.why)}` }]
  })
}

/** The results in their order, except that one with an advice follows the previous one with this advice. */
function byAdvice(results: readonly NamedResult[]): NamedResult[] {
  return results.flatMap((result, index) => {
    const { advice } = result
    if (advice === undefined) return [result]
    const isFirst = results.findIndex((other) => other.advice === advice) === index
    return isFirst ? results.filter((other) => other.advice === advice) : []
  })
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
