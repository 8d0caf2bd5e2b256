import { afterAll, beforeAll, describe, it } from "vitest"
import { CHARGE_STEPS, SETTLEMENT_STEPS } from "../../src/lib/failpoints"
import { Agent, type Task } from "../support/agent"
import { CrashingWorld, recovered } from "../support/crash"
import { InterruptedCharges } from "../support/interrupted-charges"
import { type Cut, InterruptedMovements } from "../support/interrupted-movements"
import { InterruptedPayments } from "../support/interrupted-payments"
import { pauseJob } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { openRedsys, redsysStore, shopAtRedsys } from "../support/redsys-store"

const STEPS = [
  "movement_requested",
  "operation_begun",
  "operation_executed",
  "effect_done",
  "movement_made",
] as const

const CUTS: readonly Cut[] = (["refund", "capture"] as const).flatMap((kind) =>
  STEPS.map((step) => [kind, step] as const)
)

const SAVE_CARD = { usage: "recurring", customer_reference: "customer-7", terms: { max_amount: 20_000 } }

/** The store crashes at each step in turn. Redsys has no idempotency keys, and each payment must still be moved once. */
describe("a store with Redsys that stops in the middle of [REDSYS-18]", () => {
  const own = inOwnWorld(redsysStore())
  const crash = new CrashingWorld(own)
  const movements = new InterruptedMovements(crash, { paid, capture_amount: 10_000 }, CUTS)
  let agent: Agent
  let payments: InterruptedPayments
  let charges: InterruptedCharges
  let resume: (() => Promise<void>) | undefined

  beforeAll(async () => {
    await openRedsys(own())
    await switchSurfaces({ a2a_enabled: true })
    const rights = ["read", "create", "tokenize"].map((right) => `a2a:payments:${right}`)
    agent = await Agent.withScopes(...rights)
    payments = await InterruptedPayments.open(crash, agent, shopAtRedsys)
    charges = await InterruptedCharges.prepare(crash, agent, saveCard)
    await movements.prepare()
  })
  afterAll(() => resume?.())

  beforeAll(async () => {
    await payments.freeze("outside_transactions")
    await charges.freeze()
    await payments.freeze("in_transactions")
    await payments.kill()
    await charges.repeat()
    await recovered(payments.ids)
  })

  beforeAll(async () => {
    await movements.freeze()
    await movements.kill()
    resume = await pauseJob("end-interrupted")
    await movements.repeat()
  })

  async function paid(input: Record<string, unknown>): Promise<Task> {
    const task = await agent.createPayment({ amount: 10_000, ...input })
    await shopAtRedsys(task)
    return agent.settled(task.task_id)
  }

  async function saveCard(): Promise<string> {
    const { artifacts } = await paid({ save_card: SAVE_CARD })
    return String(artifacts.card?.token_id)
  }

  it.each(SETTLEMENT_STEPS)(
    "a settlement, after %s, ends it as one paid order, announced once, and one completed task",
    (step) => payments.expectPaidOnce(step)
  )

  it.each(CHARGE_STEPS)("a charge of a saved card, after %s, charges it once and pays one order", (step) =>
    charges.expectChargedOnce(step)
  )

  it.each(CUTS)("a %s by staff, at %s, moves the money once for the repeated key", (kind, step) =>
    movements.expectMadeOnce(kind, step)
  )
})
