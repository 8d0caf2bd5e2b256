import { Agent } from "../../integration-tests/support/agent"
import { Storefront } from "../../integration-tests/support/storefront"
import { Random } from "../random"
import type { Diary } from "./diary"
import { live } from "./live"

export interface Load {
  readonly payments: number
  readonly workers: number
  readonly seed: number
  readonly diary: Diary
  /** Told of each payment before it begins, counted from 1. */
  begins(number: number): void
}

const SCOPES = ["read", "create", "capture", "refund", "tokenize"].map((right) => `a2a:payments:${right}`)

/** Lets several workers bring all payments through their lives, each worker one at a time. */
export async function work({ payments, workers, seed, diary, begins }: Load): Promise<void> {
  const agent = await Agent.withScopes(...SCOPES)
  const shop = new Storefront()
  let number = 0
  const worker = async () => {
    while (number < payments) {
      const mine = ++number
      begins(mine)
      const reference = `chaos-${seed}-${mine}`
      const random = new Random(seed, `payment ${mine}`)
      await live({ number: mine, reference, random, agent, shop, diary }).catch((error: unknown) => {
        diary.surprises.push(`${reference}: ${error instanceof Error ? error.message : String(error)}`)
      })
      diary.ended += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
