import { setTimeout as sleep } from "node:timers/promises"
import { fault, turn } from "../../integration-tests/support/bank-ledger"
import { world } from "../../integration-tests/support/world"
import type { RunLog } from "../load/run-log"
import type { Random } from "../random"
import type { Fault } from "./faults"
import { stall } from "./stall"

/** The highest number of unused faults at the bank. The oldest one that matches a call is used first. */
const MAX_UNUSED = 6
const PAUSE_MS = { least: 200, most: 1200 }
const ROTATION = 0.02
const STALL = 0.05
const CLOCK = 0.03
/** The difference between the bank's and the store's clock that must not cause a rejection. */
const SKEW_SECONDS = 25

/**
 * Returns a function that causes one of these faults after another at the bank, and others in the database, until the signal.
 * A bank that `has_keys` of its own also changes them.
 */
export function disturbBy(faults: readonly Fault[], { has_keys }: { has_keys: boolean }) {
  return async (random: Random, runLog: RunLog, until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      if (has_keys && random.chance(ROTATION)) await rotateKey(random, runLog)
      else if (random.chance(STALL)) await stall(random, runLog)
      else if (random.chance(CLOCK)) await skewClock(random, runLog)
      else if ((await unusedFaults()) < MAX_UNUSED) await addFault(random, runLog, faults)
      await sleep(random.whole(PAUSE_MS.least, PAUSE_MS.most))
    }
  }
}

async function addFault(random: Random, runLog: RunLog, faults: readonly Fault[]): Promise<void> {
  const drawn = random.draw(faults)
  await fault(drawn.order(random))
  runLog.count(`bank: ${drawn.name}`)
}

async function rotateKey(random: Random, runLog: RunLog): Promise<void> {
  const mode = random.pick(["overlap", "abrupt"])
  await turn("rotate-key", { mode })
  runLog.count(`bank: new key (${mode})`)
}

async function skewClock(random: Random, runLog: RunLog): Promise<void> {
  await turn("clock", { offset_s: random.whole(-SKEW_SECONDS, SKEW_SECONDS) })
  runLog.count("bank: clock changed")
}

async function unusedFaults(): Promise<number> {
  const response = await fetch(`${world().simulator_control_url}/_sim/faults`)
  const { data } = (await response.json()) as {
    data: { ipn: object | null; left: { ipn: number; api: number } }[]
  }
  return data.filter(({ ipn, left }) => (ipn ? left.ipn : left.api) > 0).length
}
