import { randomUUID } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { inspect } from "node:util"
import type { Step } from "../../src/failpoints"
import { eventually } from "./agent"
import { sql } from "./database"
import { type HeldTable, holdTable } from "./held-table"
import { inOwnWorld, type OwnWorld } from "./own-world"
import { everySetting } from "./store-keys"

/** How long a flow may take to reach the step, or the table, at which it is to stop. */
const PATIENCE_SECONDS = 40

/** How long a store that was started again may take to end all that was cut short. */
const RECOVERY_SECONDS = 60

/** Gives the tests of a file, or of a group, a store that they can stop and kill. */
export const inCrashingWorld = (env = everySetting()): CrashingWorld => new CrashingWorld(inOwnWorld(env))

/** Prepares something for each step, one after the other, and returns it by the name of the step. */
export async function forEachStep<Name extends string, T>(
  steps: readonly Name[],
  prepare: (step: Name) => Promise<T>
): Promise<Record<Name, T>> {
  const prepared: Partial<Record<Name, T>> = {}
  for (const step of steps) prepared[step] = await prepare(step)
  return prepared as Record<Name, T>
}

/** The names by which failpoints know a payment: ours, and the one at the bank. */
export async function namesOf(payment_id: string): Promise<string[]> {
  const query = "select merchant_reference as name from gw_payment where id = $1"
  const rows = await sql<{ name: string }>(query, [payment_id])
  return [payment_id, ...rows.map(({ name }) => name)]
}

/**
 * Waits until the store has ended what was cut short of some payments, because tests look at the stock of the whole store.
 * A payment that the store does not end fails its own test.
 */
export async function recovered(payment_ids: readonly string[]): Promise<void> {
  const left = `select p.id from gw_payment p where p.id = any($1) and (
      p.provisioned_at is null
      or p.status in ('created', 'unknown')
      or exists (select from gw_effect e where e.payment_id = p.id and e.done_at is null)
      or exists (select from gw_bank_event e where e.processed_at is null
                    and e.snapshot ->> 'merchant_reference' = p.merchant_reference))`
  const isOver = async () => ((await sql(left, [payment_ids])).length ? undefined : true)
  await eventually(isOver, RECOVERY_SECONDS).catch(() => undefined)
}

/**
 * A store that is killed in the middle of its work. Every kill costs a restart, so many flows are stopped first, each at a
 * step of its own, and one kill ends all of them. The scheduled jobs do nothing while a flow is frozen.
 */
export class CrashingWorld {
  private readonly held = new Map<string, { readonly table: HeldTable; writers: number }>()
  /** What has set the stopped flows off: the answers come when the store is dead. */
  private underWay: Promise<unknown>[] = []

  constructor(private readonly own: () => OwnWorld) {}

  /** Freezes a flow that `act` takes to a step: the first one, or the first one with one of these `subjects`. */
  async freezeAt(step: Step, act: () => Promise<unknown>, ...subjects: string[]): Promise<void> {
    const nonce = randomUUID()
    this.arm("hold", step, nonce, ...subjects)
    const begun = this.begin(act)
    const isHeld = async () => (this.isFrozen(nonce) ? true : undefined)
    await eventually(isHeld, PATIENCE_SECONDS).catch(() => noFailpoint(step, begun))
  }

  /**
   * Stops a flow that `act` sets off right before it writes to a table. Nothing else can write to the table either, so of
   * several tables the one that a flow writes last is the first to be held. Two tables that a flow writes at the same time
   * take two kills.
   */
  async stopWriting(table: string, act: () => Promise<unknown>): Promise<void> {
    const held = this.held.get(table) ?? { table: await holdTable(table), writers: 0 }
    this.held.set(table, held)
    this.begin(act)
    await held.table.stopped(++held.writers)
  }

  /** Kills the store with all that is stopped, and starts it again. */
  async kill(): Promise<void> {
    await this.own().killStore()
    await this.restart()
  }

  /** Lets the store kill itself at a step of what `act` sets off, with all that is stopped, and starts it again. */
  async crashAt(step: Step, act: () => Promise<unknown>, ...subjects: string[]): Promise<void> {
    this.arm("kill", step, ...subjects)
    const ended = this.own().storeEnded()
    const begun = this.begin(act)
    await withinSeconds(PATIENCE_SECONDS, ended).catch(() => noFailpoint(step, begun))
    await this.restart()
  }

  /** Writes the line for `reached`. */
  private arm(...line: string[]): void {
    writeFileSync(this.own().world.failpoint_file, line.join(" "))
  }

  private isFrozen(nonce: string): boolean {
    const file = `${this.own().world.failpoint_file}.held`
    return existsSync(file) && readFileSync(file, "utf8").includes(` ${nonce}`)
  }

  /** Sets a flow off, and does not wait for its answer. */
  private begin(act: () => Promise<unknown>): Begun {
    const begun: Begun = { answer: undefined }
    this.underWay.push(
      act()
        .catch((error: unknown) => error)
        .then((answer) => (begun.answer = answer))
    )
    return begun
  }

  private async restart(): Promise<void> {
    this.arm()
    for (const { table } of this.held.values()) await table.abort()
    this.held.clear()
    await Promise.all(this.underWay)
    this.underWay = []
    await this.own().startStore()
  }
}

/** A flow that was set off, and its answer once there is one. */
interface Begun {
  answer: unknown
}

function noFailpoint(step: Step, { answer }: Begun): never {
  throw new Error(`the store passed no failpoint named ${step}; the answer to the call is ${inspect(answer)}`)
}

async function withinSeconds(seconds: number, happening: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), seconds * 1000)
  })
  await Promise.race([happening, late]).finally(() => clearTimeout(timer))
}
