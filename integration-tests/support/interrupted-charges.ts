import { expect } from "vitest"
import { CHARGE_STEPS } from "../../src/lib/failpoints"
import type { Agent, RpcAnswer, Task } from "./agent"
import { bankPaymentOf, performEffects } from "./bank-ledger"
import { type CrashingWorld, forEachStep } from "./crash"
import { sql } from "./database"
import { capturesOf, orderNumber, timesPlaced } from "./merchant"

type ChargeStep = (typeof CHARGE_STEPS)[number]

/** Merchant-initiated charges of 15.00 EUR at any bank, each with a store that crashes at another step. */
export class InterruptedCharges {
  private charged: Partial<Record<ChargeStep, Task>> = {}

  private constructor(
    private readonly crash: CrashingWorld,
    private readonly agent: Agent,
    private readonly charges: Record<ChargeStep, () => Promise<RpcAnswer>>
  ) {}

  /** Saves a card for each charge; `saveCard` returns its id in the store. */
  static async prepare(
    crash: CrashingWorld,
    agent: Agent,
    saveCard: () => Promise<string>
  ): Promise<InterruptedCharges> {
    const charges = await forEachStep(CHARGE_STEPS, async (step) => {
      const input = { token_id: await saveCard(), amount: 1500, currency: "EUR" }
      return () => agent.send("recurrent_charge", input, `charge-${step}`)
    })
    return new InterruptedCharges(crash, agent, charges)
  }

  /** Freezes each charge at its step. */
  async freeze(): Promise<void> {
    for (const step of CHARGE_STEPS) await this.crash.freezeAt(step, this.charges[step])
  }

  /** Repeats all charges with their keys. */
  async repeat(): Promise<void> {
    this.charged = await forEachStep(CHARGE_STEPS, async (step) => (await this.charges[step]()).body.result)
  }

  /** Expects one charge at the bank and one paid order. */
  async expectChargedOnce(step: ChargeStep): Promise<void> {
    const { task_id, artifacts } = this.charged[step] as Task
    await sql("update gw_payment set next_check_at = now() where id = $1 and next_check_at is not null", [
      artifacts.payment_id,
    ])
    const task = await this.agent.settled(task_id)
    expect(task.state).toBe("completed")
    await performEffects(artifacts.payment_id)
    expect((await bankPaymentOf(artifacts.payment_id)).amounts.captured).toBe(1500)
    const order = await orderNumber(task.artifacts.shop_order_id)
    expect(capturesOf(order)).toEqual([15])
    expect(timesPlaced(order)).toBe(1)
  }
}
