import { expect } from "vitest"
import { SETTLEMENT_STEPS, type Step } from "../../src/lib/failpoints"
import { type Agent, type Task, eventually } from "./agent"
import { type CrashingWorld, forEachStep, namesOf } from "./crash"
import { sql } from "./database"
import { capturesOf, orderNumber, timesPlaced } from "./merchant"
import { nothingLeftOf } from "./ordered-once"

type SettlementStep = (typeof SETTLEMENT_STEPS)[number]

/** At the first step the store kills itself, together with the settlements frozen at the other steps. */
const [KILLED, ...FROZEN] = SETTLEMENT_STEPS

/** Steps inside a transaction. They are frozen last, because each keeps one of the ten database connections. */
const IN_TRANSACTION: readonly Step[] = [
  ...(["payment_locked", "snapshot_applied", "effects_recorded"] as const),
  ...(["effect_done", "task_mirrored"] as const),
]

/** An agent's payments of 15.00 EUR at any bank, each with a store that crashes at another step of its settlement. */
export class InterruptedPayments {
  private constructor(
    private readonly crash: CrashingWorld,
    private readonly agent: Agent,
    private readonly pay: (task: Task) => Promise<unknown>,
    private readonly tasks: Record<SettlementStep, Task>
  ) {}

  /** Opens the payments. `pay` does what the customer does at the bank. */
  static async open(
    crash: CrashingWorld,
    agent: Agent,
    pay: (task: Task) => Promise<unknown>
  ): Promise<InterruptedPayments> {
    const tasks = await forEachStep(SETTLEMENT_STEPS, () => agent.createPayment())
    return new InterruptedPayments(crash, agent, pay, tasks)
  }

  get ids(): string[] {
    return Object.values(this.tasks).map(({ artifacts }) => artifacts.payment_id)
  }

  /** Freezes the settlements at the steps inside a transaction, or at the others. */
  async freeze(where: "outside_transactions" | "in_transactions"): Promise<void> {
    const isWanted = (step: Step) => IN_TRANSACTION.includes(step) === (where === "in_transactions")
    for (const step of FROZEN.filter(isWanted))
      await this.crash.freezeAt(step, () => this.pay(this.tasks[step]), ...(await this.namesAt(step)))
  }

  /** Makes the store kill itself at the first step, and starts it again. */
  async kill(): Promise<void> {
    await this.crash.crashAt(KILLED, () => this.pay(this.tasks[KILLED]), ...(await this.namesAt(KILLED)))
  }

  /** Expects one paid order, announced once, and one completed task, of the payment at this step. */
  async expectPaidOnce(step: SettlementStep): Promise<void> {
    const task = this.tasks[step]
    const settled = await eventually(() => this.terminal(task))
    expect(settled.state).toBe("completed")
    expect(settled.artifacts.payment).toMatchObject({ status: "captured", captured_amount: 1500 })
    await expectOrderPaidOnce(task)
    await nothingLeftOf(task.artifacts.payment_id)
  }

  private namesAt(step: SettlementStep): Promise<string[]> {
    return namesOf(this.tasks[step].artifacts.payment_id)
  }

  private async terminal({ task_id }: Task): Promise<Task | undefined> {
    const task = await this.agent.getTask(task_id)
    return task.state === "input-required" ? undefined : task
  }
}

async function expectOrderPaidOnce({ task_id, artifacts }: Task): Promise<void> {
  const order = await orderNumber(artifacts.shop_order_id)
  expect(order).toMatchObject({
    payment_status: "captured",
    summary: { paid_total: 15, pending_difference: 0 },
  })
  expect(capturesOf(order)).toEqual([15])
  expect(timesPlaced(order)).toBe(1)
  const transactions = await sql("select 1 from order_transaction where order_id = $1", [order.id])
  expect(transactions).toHaveLength(1)
  const terminal = await sql(
    "select 1 from gw_task_event where task_id = $1 and type = 'task.status' and state = 'completed'",
    [task_id]
  )
  expect(terminal).toHaveLength(1)
}
