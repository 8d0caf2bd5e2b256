import type { RunningWorld } from "../integration-tests/support/start-world"
import type { Finding } from "./audit/finding"
import { Diary } from "./load/diary"
import { work } from "./load/work"
import { disturb } from "./mischief/disturb"
import { Kills } from "./mischief/kill"
import { Random } from "./random"
import { comeToRest } from "./rest"

/** How much of what. The same seed draws the same payments, faults and kills; how they meet is up to the machine. */
export interface Effort {
  readonly payments: number
  readonly seed: number
  /** How many payments are under way at once. */
  readonly workers: number
  readonly kills: number
  readonly faults: boolean
  /** How long everything may take to come to rest at the end. */
  readonly patience_seconds: number
}

/** What came of a run. */
export interface Outcome {
  readonly effort: Effort
  readonly diary: Diary
  readonly kills: number
  readonly findings: readonly Finding[]
  readonly seconds: number
}

/** Hears how far it is. */
export type Report = (line: string) => void

const REPORT_MS = 4000

/** Lets payments be made while the bank misbehaves and the store dies, then waits for rest and audits. */
export async function chaos(running: RunningWorld, effort: Effort, report: Report): Promise<Outcome> {
  const { seed, payments, faults } = effort
  const [began, diary, mischief] = [Date.now(), new Diary(), new AbortController()]
  const kills = new Kills(running, new Random(seed, "kills"), { times: effort.kills, payments })
  const begins = (number: number) => kills.onPayment(number)
  const tell = () => report(`${diary.ended} of ${payments} payments, ${kills.done} kills`)
  const timer = setInterval(tell, REPORT_MS)
  const disturbed = faults && disturb(new Random(seed, "faults"), diary, mischief.signal)
  try {
    await work({ ...effort, diary, begins })
    await kills.over()
  } finally {
    clearInterval(timer)
    mischief.abort()
    await disturbed
  }
  report(`${payments} payments and ${kills.done} kills are over; waiting for rest`)
  const findings = await comeToRest(running.world, diary, effort.patience_seconds, report)
  return { effort, diary, kills: kills.done, findings, seconds: Math.round((Date.now() - began) / 1000) }
}
