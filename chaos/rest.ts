import { setTimeout as sleep } from "node:timers/promises"
import type { World } from "../integration-tests/support/world"
import { audit } from "./audit/audit"
import type { Finding } from "./audit/finding"
import { letTimePass } from "./let-time-pass"
import type { RunLog } from "./load/run-log"
import { MODES } from "./modes"
import { readBooks } from "./read-books"

const POLL_INTERVAL_MS = 2000
/**
 * More than twice the longest interval of a recovery job, because it may have to read all events of the bank. Findings
 * that do not change for this time are final.
 */
const UNCHANGED_MS = 75_000

/** The limits of the wait. */
interface Wait {
  /** How long it may take. */
  readonly seconds: number
  /** When the faults ended, in milliseconds since 1970. */
  readonly calm_since: number
}

/**
 * Lets unused payment pages expire, and waits until no work is pending. Delays of minutes are skipped; then merchants
 * finish their work, such as cancellations whose outcome they do not know. Returns the findings as soon as there are none,
 * when they have not changed for `UNCHANGED_MS`, or at the deadline.
 */
export async function comeToRest(
  world: World,
  runLog: RunLog,
  { seconds, calm_since }: Wait,
  report: (line: string) => void
): Promise<Finding[]> {
  const { calls_end_after_ms, gives_up_after_minutes, expirePages, skipDelays, finishWork } =
    MODES[runLog.mode]
  const deadline = Date.now() + seconds * 1000
  let [last, since, hasPassed] = ["", Date.now(), false]
  for (;;) {
    await expirePages()
    const findings = audit(await readBooks(world, runLog))
    const now = JSON.stringify(findings)
    if (now !== last) {
      since = Date.now()
      report(`${findings.length} findings so far`)
    }
    last = now
    const isOver = findings.every(({ kind }) => kind !== "stuck") && Date.now() - since > UNCHANGED_MS
    if (!findings.length || isOver || Date.now() > deadline) return findings
    if (hasPassed) {
      await skipDelays?.()
      await finishWork(runLog)
    } else if (Date.now() - calm_since > calls_end_after_ms) {
      await letTimePass(gives_up_after_minutes)
      hasPassed = true
    }
    await sleep(POLL_INTERVAL_MS)
  }
}
