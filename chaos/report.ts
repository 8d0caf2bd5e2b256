import { CHECKS } from "./audit/checks"
import { OVERALL } from "./audit/overall"
import { type Finding, type Kind, KINDS } from "./audit/finding"
import type { Outcome } from "./chaos"

/** As many findings are told in words; the others are counted. */
const TOLD = 20

/** The outcome for programs. */
export interface Verdict {
  readonly seed: number
  readonly payments: number
  readonly servers: number
  readonly kills: number
  readonly freezes: number
  readonly seconds: number
  readonly differences: number
  readonly duplicates: number
  readonly stuck: number
  /** Answers no client should ever get. */
  readonly surprises: number
  readonly ok: boolean
}

export function verdictOf({ effort, servers, diary, blows, findings, seconds }: Outcome): Verdict {
  const { seed, payments } = effort
  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length
  return {
    ...{ seed, payments, servers, kills: blows.kill, freezes: blows.freeze, seconds },
    differences: count("difference"),
    duplicates: count("duplicate"),
    stuck: count("stuck"),
    surprises: diary.surprises.length,
    ok: !findings.length && !diary.surprises.length,
  }
}

/** What was done, what each check has found, and the first findings in words. */
export function tell(outcome: Outcome): string {
  const { diary, findings } = outcome
  return [
    "What was done:",
    ...diary.counts().map(([name, times]) => `  ${String(times).padStart(6)}  ${name}`),
    "",
    "What was found:",
    tableOf(findings),
    ...sentences("Surprises:", diary.surprises),
    ...sentences(
      "Findings:",
      findings.map(({ kind, check, about, words }) => `${kind} (${check}) ${about}: ${words}`)
    ),
  ].join("\n")
}

function tableOf(findings: readonly Finding[]): string {
  const rows = [...CHECKS, ...OVERALL].map(({ name, kind }) => {
    const times = findings.filter(({ check }) => check === name).length
    return `  ${name.padEnd(20)}${kind.padEnd(12)}${String(times).padStart(6)}`
  })
  const sums = KINDS.map((kind) => `${findings.filter((finding) => finding.kind === kind).length} ${kind}`)
  return [...rows, `  ${sums.join(", ")}`].join("\n")
}

function sentences(title: string, lines: readonly string[]): string[] {
  if (!lines.length) return []
  const more = lines.length > TOLD ? [`  and ${lines.length - TOLD} more`] : []
  return ["", title, ...lines.slice(0, TOLD).map((line) => `  ${line}`), ...more]
}
