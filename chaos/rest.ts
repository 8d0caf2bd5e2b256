import { setTimeout as sleep } from "node:timers/promises"
import { turn } from "../integration-tests/support/bank-ledger"
import type { World } from "../integration-tests/support/world"
import { audit } from "./audit/audit"
import type { Finding } from "./audit/finding"
import { letTimePass } from "./let-time-pass"
import type { RunLog } from "./load/run-log"
import { cancelAgain } from "./load/merchant"
import { readBooks } from "./read-books"

/** One second more than the lifetime of the bank's payment page. */
const PAGE_LIFETIME_SECONDS = 901
const POLL_INTERVAL_MS = 2000
/** After this time, no call to the bank is in progress any more, even after a kill or without a response. */
const TIME_PASSES_AFTER_MS = { gwb: 25_000, redsys: 35_000 }
/**
 * More than twice the longest interval of a recovery job, because it may have to read all events of the bank. Findings
 * that do not change for this time are final.
 */
const UNCHANGED_MS = 75_000

/**
 * Lets unused payment pages expire, and waits until no work is pending. Delays of minutes are skipped; then merchants
 * retry the cancellations whose outcome they do not know. Returns the findings as soon as there are none, when they have
 * not changed for `UNCHANGED_MS`, or at the deadline.
 */
export async function comeToRest(
  world: World,
  runLog: RunLog,
  seconds: number,
  report: (line: string) => void
): Promise<Finding[]> {
  const deadline = Date.now() + seconds * 1000
  const began = Date.now()
  let [last, since, hasPassed] = ["", began, false]
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
    if (hasPassed) for (const order_id of runLog.unsure) await cancelAgain(order_id)
    else if (Date.now() - began > TIME_PASSES_AFTER_MS[runLog.bank]) {
      await letTimePass(runLog.bank)
      hasPassed = true
    }
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Sets the bank's clock ahead, so that every page expires, and back again; then sends all pending notifications. */
async function expirePages(): Promise<void> {
  await turn("clock", { offset_s: PAGE_LIFETIME_SECONDS })
  await turn("clock", { offset_s: 0 })
  await turn("flush")
}
