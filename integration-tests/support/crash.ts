import { randomUUID } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { inspect } from "node:util"
import type { Step } from "../../src/lib/failpoints"
import { eventually } from "./agent"
import { sql } from "./database"
import { type TableLock, lockTable } from "./table-lock"
import { inOwnWorld, type OwnWorld } from "./own-world"
import { everySetting } from "./store-keys"

/** The seconds a call may take to reach its step or table. */
const TIMEOUT_SECONDS = 100

/** The seconds a restarted store may take to finish interrupted work. */
const RECOVERY_SECONDS = 100

/** Gives the tests of a file or group a store that they can stop and kill. */
export const inCrashingWorld = (env = everySetting()): CrashingWorld => new CrashingWorld(inOwnWorld(env))

/** Prepares something for each step in sequence, and returns it by step name. */
export async function forEachStep<Name extends string, T>(
  steps: readonly Name[],
  prepare: (step: Name) => Promise<T>
): Promise<Record<Name, T>> {
  const prepared: Partial<Record<Name, T>> = {}
  for (const step of steps) prepared[step] = await prepare(step)
  return prepared as Record<Name, T>
}

/** The names failpoints know a payment by: its id and its reference at the bank. */
export async function namesOf(payment_id: string): Promise<string[]> {
  const query = "select merchant_reference as name from gw_payment where id = $1"
  const rows = await sql<{ name: string }>(query, [payment_id])
  return [payment_id, ...rows.map(({ name }) => name)]
}

/**
 * Waits until the store has finished the interrupted work of some payments, because tests check the stock of
 * the whole store. A payment that is not finished makes its own test fail.
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
 * A store that is killed during its work. Every kill costs a restart, so many calls are stopped first, each at
 * its own step, and one kill ends them all. Scheduled jobs do nothing while a call is frozen.
 */
export class CrashingWorld {
  private readonly held = new Map<string, { readonly table: TableLock; writers: number }>()
  /** The calls that were stopped: their answers arrive when the store is dead. */
  private underWay: Promise<unknown>[] = []

  constructor(private readonly own: () => OwnWorld) {}

  /**
   * Freezes the call that `act` makes at a step: the first call to reach it, or the first with one of these
   * `subjects`.
   */
  async freezeAt(step: Step, act: () => Promise<unknown>, ...subjects: string[]): Promise<void> {
    const nonce = randomUUID()
    this.arm("hold", step, nonce, ...subjects)
    const begun = this.begin(act)
    const isHeld = async () => (this.isFrozen(nonce) ? true : undefined)
    await eventually(isHeld, TIMEOUT_SECONDS).catch(() => noFailpoint(step, begun))
  }

  /**
   * Stops the call that `act` makes right before it writes to a table. No other call can write to that table
   * either, so the table a call writes last must be held first. Two tables that a call writes at the same time
   * need two kills.
   */
  async stopWriting(table: string, act: () => Promise<unknown>): Promise<void> {
    const held = this.held.get(table) ?? { table: await lockTable(table), writers: 0 }
    this.held.set(table, held)
    this.begin(act)
    await held.table.stopped(++held.writers)
  }

  /** Kills the store with all stopped calls and starts it again. */
  async kill(): Promise<void> {
    await this.own().killStore()
    await this.restart()
  }

  /**
   * Makes the store kill itself at a step of the call that `act` makes, with all stopped calls, and starts it
   * again.
   */
  async crashAt(step: Step, act: () => Promise<unknown>, ...subjects: string[]): Promise<void> {
    this.arm("kill", step, ...subjects)
    const ended = this.own().storeEnded()
    const begun = this.begin(act)
    await withinSeconds(TIMEOUT_SECONDS, ended).catch(() => noFailpoint(step, begun))
    await this.restart()
  }

  /** Writes the line that `reached` reads. */
  private arm(...line: string[]): void {
    writeFileSync(this.own().world.failpoint_file, line.join(" "))
  }

  private isFrozen(nonce: string): boolean {
    const file = `${this.own().world.failpoint_file}.held`
    return existsSync(file) && readFileSync(file, "utf8").includes(` ${nonce}`)
  }

  /** Starts a call and does not wait for its answer. */
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
    // The first calls may have been stopped for longer than the store repeats a call: it was dead for no time.
    await sql("update gw_bank_operation set created_at = now() where status in ('requested', 'unknown')")
    await this.own().startStore()
  }
}

/** A started call with its answer, once there is one. */
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
