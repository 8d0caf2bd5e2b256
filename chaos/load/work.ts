import { Random } from "../random"
import type { Diary } from "./diary"
import type { Goods } from "./goods"
import { live } from "./live"
import type { People } from "./people"

export interface Load {
  readonly payments: number
  readonly workers: number
  readonly seed: number
  readonly diary: Diary
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
  diary,
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
      const life = { ...people, number: mine, reference, random, diary, known_as: [reference] }
      await live(life, goods).catch((error: unknown) => {
        diary.surprises.push(`${reference}: ${error instanceof Error ? error.message : String(error)}`)
      })
      diary.ended += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
