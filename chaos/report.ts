import { CHECKS } from "./audit/checks"
import { CHECKS_LEFT_OUT } from "./audit/left-out"
import { OVERALL } from "./audit/overall"
import { type Finding, type Kind, KINDS } from "./audit/finding"
import type { ModeName } from "./audit/mode-name"
import { MODES } from "./modes"
import type { Outcome } from "./chaos"

/** How many findings are printed; further ones are only counted. */
const MAX_PRINTED = 20

/** The result for programs. */
export interface Verdict {
  readonly mode: ModeName
  readonly seed: number
  readonly payments: number
  readonly servers: number
  readonly kills: number
  readonly freezes: number
  readonly seconds: number
  readonly differences: number
  readonly duplicates: number
  readonly stuck: number
  /** The number of responses that no client should ever get. */
  readonly surprises: number
  readonly ok: boolean
}

/** Sums up a run: what was done, what was disturbed, and which differences were found. */
export function verdictOf({ effort, servers, runLog, interruptions, findings, seconds }: Outcome): Verdict {
  const { mode, seed, payments } = effort
  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length
  return {
    mode,
    seed,
    payments,
    servers,
    kills: interruptions.kill,
    freezes: interruptions.freeze,
    seconds,
    differences: count("difference"),
    duplicates: count("duplicate"),
    stuck: count("stuck"),
    surprises: runLog.surprises.length,
    ok: !findings.length && !runLog.surprises.length,
  }
}

/**
 * The result for people: the actions of the run, the number of findings of each check, what was left out, and the first
 * findings.
 */
export function describeOutcome(outcome: Outcome): string {
  const { runLog, findings, effort } = outcome
  return [
    "Actions:",
    ...runLog.counts().map(([name, times]) => `  ${String(times).padStart(6)}  ${name}`),
    "",
    "Checks:",
    tableOf(findings, effort.mode),
    ...leftOut(effort.mode),
    ...sentences("Surprises:", runLog.surprises),
    ...sentences(
      "Findings:",
      findings.map(({ kind, check, about, message }) => `${kind} (${check}) ${about}: ${message}`)
    ),
  ].join("\n")
}

/** What the run has not done, because it is not possible in its mode. */
function leftOut(mode: ModeName): string[] {
  const parts = { ...CHECKS_LEFT_OUT[mode], ...MODES[mode].left_out }
  const lines = Object.entries(parts).map(([name, reason]) => `  ${name}: ${reason}`)
  return lines.length ? ["", `Left out at ${mode}:`, ...lines] : []
}

function tableOf(findings: readonly Finding[], mode: ModeName): string {
  const rows = [...CHECKS, ...OVERALL].map(({ name, kind }) => {
    const times = findings.filter(({ check }) => check === name).length
    return `  ${name.padEnd(24)}${kind.padEnd(12)}${(name in CHECKS_LEFT_OUT[mode] ? "left out" : String(times)).padStart(6)}`
  })
  const sums = KINDS.map((kind) => `${findings.filter((finding) => finding.kind === kind).length} ${kind}`)
  return [...rows, `  ${sums.join(", ")}`].join("\n")
}

function sentences(title: string, lines: readonly string[]): string[] {
  if (!lines.length) return []
  const more = lines.length > MAX_PRINTED ? [`  and ${lines.length - MAX_PRINTED} more`] : []
  return ["", title, ...lines.slice(0, MAX_PRINTED).map((line) => `  ${line}`), ...more]
}
