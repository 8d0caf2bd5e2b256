import { Random } from "../random"
import type { RunLog } from "./run-log"
import type { Goods } from "./goods"
import { live } from "./live"
import type { People } from "./people"

/** What the agents of a run do: how many payments, how many at the same time, and with which people and products. */
export interface Load {
  readonly payments: number
  readonly workers: number
  readonly seed: number
  readonly runLog: RunLog
  readonly people: People
  readonly goods: Goods
  /** Called with the number of each payment before it begins, counted from 1. */
  onPayment(number: number): void
}

/** Runs all purchases with a number of workers, each of which runs one at a time. */
export async function work({
  payments,
  workers,
  seed,
  runLog,
  people,
  goods,
  onPayment,
}: Load): Promise<void> {
  let number = 0
  const worker = async () => {
    while (number < payments) {
      const mine = ++number
      onPayment(mine)
      const reference = `chaos-${seed}-${mine}`
      const random = new Random(seed, `payment ${mine}`)
      const purchase = { ...people, number: mine, reference, random, runLog, known_as: [reference] }
      await live(purchase, goods).catch((error: unknown) => {
        runLog.surprises.push(`${reference}: ${error instanceof Error ? error.message : String(error)}`)
      })
      runLog.ended += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
