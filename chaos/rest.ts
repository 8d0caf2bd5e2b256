import { setTimeout as sleep } from "node:timers/promises"
import { clearFaults, turn } from "../integration-tests/support/bank-ledger"
import type { World } from "../integration-tests/support/world"
import { audit } from "./audit/audit"
import type { Finding } from "./audit/finding"
import { letTimePass } from "./let-time-pass"
import type { Diary } from "./load/diary"
import { cancelAgain } from "./load/merchant"
import { readBooks } from "./read-books"

/** A second longer than the bank's page lives. */
const PAGE_LIFE_SECONDS = 901
const LOOK_AGAIN_MS = 2000
/** By then no call of the store's is under way that a kill or the bank's silence has left open. */
const TIME_PASSES_AFTER_MS = 25_000
/**
 * Twice the longest pause of a job that heals, and then some: the bank's whole list of events may have to be read. Findings
 * that stay as they are so long will not go away.
 */
const UNCHANGED_MS = 75_000

/**
 * Ends what goes wrong at the bank, lets the pages run out nobody has come to, and waits until nothing is owed. What
 * takes minutes by its nature is made to take less; then merchants come back to what they could not cancel. Returns what is wrong: when nothing is, when what is left has not
 * changed for long, or when the deadline has passed.
 */
export async function comeToRest(
  world: World,
  diary: Diary,
  seconds: number,
  report: (line: string) => void
): Promise<Finding[]> {
  await clearFaults()
  const deadline = Date.now() + seconds * 1000
  const began = Date.now()
  let [last, since, has_passed] = ["", began, false]
  for (;;) {
    await expirePages()
    const findings = audit(await readBooks(world, diary))
    const now = JSON.stringify(findings)
    if (now !== last) {
      since = Date.now()
      report(`${findings.length} findings so far`)
    }
    last = now
    const isOver = findings.every(({ kind }) => kind !== "stuck") && Date.now() - since > UNCHANGED_MS
    if (!findings.length || isOver || Date.now() > deadline) return findings
    if (has_passed) for (const order_id of diary.unsure) await cancelAgain(order_id)
    else if (Date.now() - began > TIME_PASSES_AFTER_MS) {
      await letTimePass()
      has_passed = true
    }
    await sleep(LOOK_AGAIN_MS)
  }
}

/** The bank's clock jumps ahead, so that every page lapses, and back; then it sends what it has to tell. */
async function expirePages(): Promise<void> {
  await turn("clock", { offset_s: PAGE_LIFE_SECONDS })
  await turn("clock", { offset_s: 0 })
  await turn("flush")
}
