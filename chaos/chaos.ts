import type { RunningWorld } from "../integration-tests/support/start-world"
import type { Finding } from "./audit/finding"
import { Diary } from "./load/diary"
import { stockUp } from "./load/goods"
import { gather } from "./load/people"
import { spreadOver } from "./load/spread"
import { work } from "./load/work"
import { type Blow, Blows } from "./mischief/blows"
import { disturb } from "./mischief/disturb"
import { Random } from "./random"
import { comeToRest } from "./rest"

/** How much of what. The same seed draws the same payments, faults and blows; how they meet is up to the machine. */
export interface Effort {
  readonly payments: number
  readonly seed: number
  /** How many payments are under way at once. */
  readonly workers: number
  readonly kills: number
  /** How often a server stands still for longer than its leases. */
  readonly freezes: number
  /** Whether things go wrong at the bank and in the database. */
  readonly faults: boolean
  /** How long everything may take to come to rest at the end. */
  readonly timeout_seconds: number
}

/** What came of a run. */
export interface Outcome {
  readonly effort: Effort
  readonly servers: number
  readonly diary: Diary
  readonly blows: Readonly<Record<Blow, number>>
  readonly findings: readonly Finding[]
  readonly seconds: number
}

/** Hears how far it is. */
export type Report = (line: string) => void

const REPORT_MS = 4000

/** Lets payments be made while bank, database and servers misbehave, then waits for rest and audits. */
export async function chaos(running: RunningWorld, effort: Effort, report: Report): Promise<Outcome> {
  const { payments, kills, freezes, faults } = effort
  const [began, diary] = [Date.now(), new Diary()]
  diary.is_calm = !faults && !kills && !freezes
  const people = { goods: await stockUp(), people: await gather(diary) }
  try {
    const blows = await underMischief(running, effort, diary, people, report)
    const { kill, freeze } = blows
    report(`${payments} payments, ${kill} kills and ${freeze} freezes are over; waiting for rest`)
    const findings = await comeToRest(running.world, diary, effort.timeout_seconds, report)
    const seconds = Math.round((Date.now() - began) / 1000)
    return { effort, servers: running.servers().length, diary, blows, findings, seconds }
  } finally {
    people.people.leave()
  }
}

type Ready = Pick<Parameters<typeof work>[0], "goods" | "people">

async function underMischief(
  running: RunningWorld,
  effort: Effort,
  diary: Diary,
  ready: Ready,
  report: Report
): Promise<Blows["done"]> {
  const { seed, payments, faults } = effort
  const mischief = new AbortController()
  const blows = new Blows(running, new Random(seed, "blows"), effort)
  const begins = (number: number) => blows.onPayment(number)
  const tell = () => {
    const { kill, freeze } = blows.done
    report(`${diary.ended} of ${payments} payments, ${kill} kills, ${freeze} freezes`)
  }
  const timer = setInterval(tell, REPORT_MS)
  const addresses = running.servers().map(({ base_url }) => base_url)
  const gathered = spreadOver(addresses, new Random(seed, "servers"))
  const disturbed = faults && disturb(new Random(seed, "faults"), diary, mischief.signal)
  try {
    await work({ ...effort, ...ready, diary, begins })
    await blows.over()
    return blows.done
  } finally {
    clearInterval(timer)
    mischief.abort()
    await disturbed
    gathered()
  }
}
