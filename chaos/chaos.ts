import type { RunningWorld } from "../integration-tests/support/start-world"
import type { Finding } from "./audit/finding"
import type { ModeName } from "./audit/mode-name"
import { MODES } from "./modes"
import { RunLog } from "./load/run-log"
import { stockUp } from "./load/goods"
import { registerPeople } from "./load/people"
import { spreadOver } from "./load/spread"
import { type Load, work, workUndisturbed } from "./load/work"
import { type Interruption, Interruptions } from "./disturbances/interruptions"
import { Random } from "./random"
import { comeToRest } from "./rest"

/** The size of a run. The same seed selects the same payments, faults, kills and freezes; their timing varies. */
export interface Effort {
  readonly mode: ModeName
  readonly payments: number
  readonly seed: number
  /** The number of payments in progress at once. */
  readonly workers: number
  readonly kills: number
  /** How often a server is paused for longer than its leases. */
  readonly freezes: number
  /** Whether the bank and the database have faults. */
  readonly faults: boolean
  /** How long all pending work may take to finish at the end. */
  readonly timeout_seconds: number
}

/** The result of a run. */
export interface Outcome {
  readonly effort: Effort
  readonly servers: number
  readonly runLog: RunLog
  readonly interruptions: Readonly<Record<Interruption, number>>
  readonly findings: readonly Finding[]
  readonly seconds: number
}

/** Receives the progress. */
export type Report = (line: string) => void

const REPORT_MS = 4000

/**
 * Makes payments while the bank or provider, database and servers fail, then one of each kind without failures. Then
 * waits until no work is pending, and audits.
 */
export async function chaos(running: RunningWorld, effort: Effort, report: Report): Promise<Outcome> {
  const { payments, kills, freezes, faults } = effort
  const [began, runLog] = [Date.now(), new RunLog(effort.mode)]
  runLog.is_calm = !faults && !kills && !freezes
  const mode = MODES[effort.mode]
  const ready = { mode, goods: await stockUp(mode), people: await registerPeople(runLog) }
  try {
    const interruptions = await makePayments(running, effort, runLog, ready, report)
    const { kill, freeze } = interruptions
    report(
      `${payments} payments, ${kill} kills and ${freeze} freezes are done; making one payment of each kind`
    )
    await mode.clearFaults()
    const calm_since = Date.now()
    runLog.is_undisturbed = true
    await workUndisturbed({ ...effort, ...ready, runLog })
    report("waiting until no work is pending")
    const wait = { seconds: effort.timeout_seconds, calm_since }
    const findings = await comeToRest(running.world, runLog, wait, report)
    await mode.readBack?.(runLog)
    const seconds = Math.round((Date.now() - began) / 1000)
    return { effort, servers: running.servers().length, runLog, interruptions, findings, seconds }
  } finally {
    ready.people.close()
  }
}

type Ready = Pick<Load, "mode" | "goods" | "people">

async function makePayments(
  running: RunningWorld,
  effort: Effort,
  runLog: RunLog,
  ready: Ready,
  report: Report
): Promise<Interruptions["done"]> {
  const { seed, payments, faults } = effort
  const disturbances = new AbortController()
  const interruptions = new Interruptions(running, new Random(seed, "blows"), effort)
  const onPayment = (number: number) => interruptions.onPayment(number)
  const reportProgress = () => {
    const { kill, freeze } = interruptions.done
    report(`${runLog.ended} of ${payments} payments, ${kill} kills, ${freeze} freezes`)
  }
  const timer = setInterval(reportProgress, REPORT_MS)
  const addresses = running.servers().map(({ base_url }) => base_url)
  const restoreFetch = spreadOver(addresses, new Random(seed, "servers"))
  const disturbed = faults && ready.mode.disturb(new Random(seed, "faults"), runLog, disturbances.signal)
  try {
    await work({ ...effort, ...ready, runLog }, onPayment)
    await interruptions.over()
    return interruptions.done
  } finally {
    clearInterval(timer)
    disturbances.abort()
    await disturbed
    restoreFetch()
  }
}
