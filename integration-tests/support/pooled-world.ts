import { Client } from "@medusajs/framework/pg"
import { type RunningWorld, startWorld } from "./start-world"
import type { World } from "./world"

/** What a test may do with the processes of its world, by the name of the call. */
const CALLS = {
  "store-ended": (running: RunningWorld) => running.storeEnded(),
  "start-store": (running: RunningWorld, { env }: Sent) => running.startStore(env),
  "stop-store": (running: RunningWorld) => running.stopStore(),
  "kill-store": (running: RunningWorld) => running.killStore(),
  "start-second-store": (running: RunningWorld, { env }: Sent) => running.startSecondStore(env),
  "stop-bank": (running: RunningWorld) => running.stopBank(),
  "start-bank": (running: RunningWorld, { flags }: Sent) => running.startBank(flags),
} as const

export type WorldCall = keyof typeof CALLS

interface Sent {
  readonly env?: Record<string, string>
  readonly flags?: string[]
}

/** A world that spec files use one after another. */
export class PooledWorld {
  /** Equal for interchangeable worlds. */
  readonly key: string
  private isPaused = false
  /** The processes that are stopped or run with another configuration than at the start. */
  private readonly changed = new Set<"store" | "bank">()

  private constructor(
    readonly id: number,
    env: Record<string, string>,
    private readonly running: RunningWorld,
    private readonly settings: string
  ) {
    this.key = JSON.stringify(env)
  }

  static async boot(id: number, env: Record<string, string>): Promise<PooledWorld> {
    const running = await startWorld(env)
    const [row] = await rows(running.world, "select row_to_json(s)::text as settings from gw_setting s")
    return new PooledWorld(id, env, running, String(row?.settings))
  }

  get world(): World {
    return this.running.world
  }

  do(call: string, sent: Sent): Promise<unknown> {
    if (!(call in CALLS)) throw new Error(`a world cannot ${call}`)
    this.noteChange(call as WorldCall, sent)
    return CALLS[call as WorldCall](this.running, sent)
  }

  /** A store that was killed and started again with the same configuration counts as unchanged. */
  private noteChange(call: WorldCall, { env, flags }: Sent): void {
    if (call === "stop-store" || call === "kill-store" || env) this.changed.add("store")
    if (call === "stop-bank" || flags) this.changed.add("bank")
    if (call === "start-store" && !env) this.changed.delete("store")
    if (call === "start-bank" && !flags) this.changed.delete("bank")
  }

  /** Restores the processes, settings, clock and faults of a new store; returns false when that is impossible. */
  async reset(): Promise<boolean> {
    await this.running.stopSecondStores()
    if (this.changed.size > 0 || !(await this.answers())) return false
    await fetch(`${this.world.simulator_control_url}/_sim/faults`, { method: "DELETE" })
    await fetch(`${this.world.simulator_control_url}/_sim/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ offset_s: 0 }),
    })
    await rows(this.world, OLD_SETTINGS, [this.settings])
    await rows(this.world, NOTHING_PLANTED)
    return true
  }

  /** False for a store stopped by a failpoint. */
  private answers(): Promise<boolean> {
    return fetch(`${this.world.base_url}/health`).then(
      ({ ok }) => ok,
      () => false
    )
  }

  /** Pauses the store until a file takes it; otherwise its jobs would run on. */
  pause(): void {
    this.running.pauseStore()
    this.isPaused = true
  }

  resume(): void {
    if (this.isPaused) this.running.resumeStore()
    this.isPaused = false
  }

  /** Resumes the processes first: a paused process does not react to a stop signal. */
  stop(): Promise<void> {
    this.resume()
    return this.running.stop()
  }
}

const OLD_SETTINGS = `
  with gone as (delete from gw_setting returning 1)
  insert into gw_setting select s.* from json_populate_record(null::gw_setting, $1) s, gone`

/** Tests name the functions of their triggers `gw_test_…`. */
const NOTHING_PLANTED = `
  do $$ declare planted regprocedure; begin
    for planted in select oid from pg_proc where proname like 'gw\\_test\\_%' loop
      execute format('drop function %s cascade', planted);
    end loop;
  end $$`

async function rows(world: World, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: world.database_url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
