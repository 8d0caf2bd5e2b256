import { expect } from "vitest"
import type { Step } from "../../src/lib/failpoints"
import type { Task } from "./agent"
import { bankPaymentOf } from "./bank-ledger"
import { expectBooks } from "./books"
import type { CrashingWorld } from "./crash"
import { sql } from "./database"
import { act, type Acted, auditOf } from "./staff"

export type Kind = "capture" | "void" | "refund"

/** A kind of movement, and the step at which the store crashes. */
export type Cut = readonly [kind: Kind, step: Step]

/** A payment of 100.00 EUR whose capture, void or refund by staff is interrupted. */
export interface Movement {
  readonly kind: Kind
  readonly key: string
  readonly task: Task
  /** Minor units; null for a void. */
  readonly amount: number | null
  /** The answer to the same request after the restart. */
  again?: Acted
}

/** How the payments of a bank are made and moved. */
interface MovedBank {
  /** Makes a payment of 100.00 EUR that the customer has paid. */
  paid(input: Record<string, unknown>): Promise<Task>
  /** The captured amount in minor units: some banks capture the whole authorization only. */
  readonly capture_amount: number
}

const REFUND_AMOUNT = 2500

/** Captures, voids and refunds by staff at any bank, each with a store that crashes at another step. */
export class InterruptedMovements {
  private readonly movements = new Map<string, Movement>()

  constructor(
    private readonly crash: CrashingWorld,
    private readonly bank: MovedBank,
    private readonly cuts: readonly Cut[]
  ) {}

  /** Makes the payments. */
  async prepare(): Promise<void> {
    for (const [kind, step] of this.cuts)
      this.movements.set(`${kind}-${step}`, await this.movement(kind, step))
  }

  /** A payment that is to be moved. */
  async movement(kind: Kind, step: Step): Promise<Movement> {
    const task = await this.bank.paid(kind === "refund" ? {} : { capture: "manual" })
    const amounts = { void: null, capture: this.bank.capture_amount, refund: REFUND_AMOUNT }
    return { kind, key: `${kind}-${step}`, task, amount: amounts[kind] }
  }

  /** Freezes all movements except the first one, at which `kill` ends the store. */
  async freeze(): Promise<void> {
    for (const [kind, step] of this.cuts.slice(1)) {
      const one = this.at(kind, step)
      await this.crash.freezeAt(step, () => request(one), one.task.artifacts.payment_id)
    }
  }

  /** Makes the store kill itself at the first movement's step, and starts it again. */
  async kill(): Promise<void> {
    for (const [kind, step] of this.cuts.slice(0, 1)) {
      const one = this.at(kind, step)
      await this.crash.crashAt(step, () => request(one), one.task.artifacts.payment_id)
    }
  }

  /** Repeats all requests with their keys. The leases that the dead store held on them have ended. */
  async repeat(): Promise<void> {
    await sql("update gw_idempotency set leased_until = now() where answer is null and key = any($1)", [
      [...this.movements.keys()],
    ])
    await Promise.all([...this.movements.values()].map(async (one) => (one.again = await request(one))))
  }

  /** Expects that the movement was made once, answered the same to each repeated request, and audited once. */
  async expectMadeOnce(kind: Kind, step: Step): Promise<void> {
    const one = this.at(kind, step)
    expect(one.again).toMatchObject({ status: 200, body: { is_pending: false } })
    await expectMovedOnce(one)
    expect(await request(one)).toEqual(one.again)
    expect(await auditOf(one.task.artifacts.payment_id, `payment_${kind}_requested`)).toMatchObject([
      { actor_type: "user", actor_id: expect.stringMatching(/^user_/) as string },
    ])
  }

  private at(kind: Kind, step: Step): Movement {
    const one = this.movements.get(`${kind}-${step}`)
    if (!one) throw new Error(`no ${kind} is interrupted at ${step}`)
    return one
  }
}

/** Requests the movement as a member of staff. */
export function request({ kind, key, task, amount }: Movement): Promise<Acted> {
  return act(task.artifacts.payment_id, kind, amount === null ? {} : { amount }, key)
}

/** The bank, the order and its transactions contain the movement once. */
export async function expectMovedOnce({ kind, task, amount }: Movement): Promise<void> {
  const major = Number(amount) / 100
  if (kind === "refund") await expectBooks(task, [100], [major])
  else await expectBooks(task, kind === "capture" ? [major] : [])
  const { captures, refunds, status } = await bankPaymentOf(task.artifacts.payment_id)
  expect([captures.length, refunds.length]).toEqual([kind === "void" ? 0 : 1, kind === "refund" ? 1 : 0])
  if (kind === "void") expect(status).toBe("voided")
}
