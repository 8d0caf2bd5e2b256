import { setTimeout as sleep } from "node:timers/promises"
import { fault, turn } from "../../integration-tests/support/bank-ledger"
import { world } from "../../integration-tests/support/world"
import type { Diary } from "../load/diary"
import type { Random } from "../random"
import { FAULTS } from "./faults"
import { stall } from "./stall"

/** The highest number of unused faults at the bank. The oldest one that matches a call is used first. */
const MAX_UNUSED = 6
const PAUSE_MS = { least: 200, most: 1200 }
const ROTATION = 0.02
const STALL = 0.05
const CLOCK = 0.03
/** The difference between the bank's and the store's clock that must not cause a rejection. */
const SKEW_SECONDS = 25

/** Causes one fault after another at the bank and in the database, until the signal. */
export async function disturb(random: Random, diary: Diary, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    if (random.chance(ROTATION)) await rotateKey(random, diary)
    else if (random.chance(STALL)) await stall(random, diary)
    else if (random.chance(CLOCK)) await skewClock(random, diary)
    else if ((await unusedFaults()) < MAX_UNUSED) await addFault(random, diary)
    await sleep(random.whole(PAUSE_MS.least, PAUSE_MS.most))
  }
}

async function addFault(random: Random, diary: Diary): Promise<void> {
  const drawn = random.draw(FAULTS)
  await fault(drawn.order(random))
  diary.count(`bank: ${drawn.name}`)
}

async function rotateKey(random: Random, diary: Diary): Promise<void> {
  const mode = random.pick(["overlap", "abrupt"])
  await turn("rotate-key", { mode })
  diary.count(`bank: new key (${mode})`)
}

async function skewClock(random: Random, diary: Diary): Promise<void> {
  await turn("clock", { offset_s: random.whole(-SKEW_SECONDS, SKEW_SECONDS) })
  diary.count("bank: clock changed")
}

async function unusedFaults(): Promise<number> {
  const response = await fetch(`${world().simulator_control_url}/_sim/faults`)
  const { data } = (await response.json()) as {
    data: { ipn: object | null; left: { ipn: number; api: number } }[]
  }
  return data.filter(({ ipn, left }) => (ipn ? left.ipn : left.api) > 0).length
}
