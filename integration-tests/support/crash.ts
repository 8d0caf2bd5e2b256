import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Step } from "../../src/failpoints"
import { holdTable } from "./held-table"
import { type RunningWorld, startWorld } from "./start-world"

/** A world of its own whose store can be made to die at a step, as if the power had gone. */
export class CrashingWorld {
  private constructor(
    readonly running: RunningWorld,
    private readonly dir: string,
    private readonly shared: string | undefined
  ) {}

  /** Starts one, whose store may be configured otherwise in `env`. */
  static async start(env: Record<string, string> = {}): Promise<CrashingWorld> {
    const dir = mkdtempSync(join(tmpdir(), "gw-failpoint-"))
    writeFileSync(join(dir, "step"), "")
    const shared = process.env.GW_TEST_WORLD
    const running = await startWorld({ ...env, GW_FAILPOINT_FILE: join(dir, "step") })
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    return new CrashingWorld(running, dir, shared)
  }

  async stop(): Promise<void> {
    process.env.GW_TEST_WORLD = this.shared
    await this.running.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }

  /** Lets the store die at a step of what `act` sets off, and starts it again. */
  async crashAt(step: Step, act: () => Promise<unknown>): Promise<void> {
    const failpoint = join(this.dir, "step")
    writeFileSync(failpoint, step)
    const ended = this.running.storeEnded()
    await act()
    await withinSeconds(40, ended, `the store passed no failpoint named ${step}`)
    writeFileSync(failpoint, "")
    await this.running.startStore()
  }

  /** Lets the store die right before it writes to a table, and starts it again. */
  async dieWriting(table: string, act: () => Promise<unknown>): Promise<void> {
    const held = await holdTable(table)
    const acted = act().catch(() => undefined)
    await held.stopped()
    await this.running.killStore()
    await held.abort()
    await acted
    await this.running.startStore()
  }
}

async function withinSeconds(seconds: number, happening: Promise<unknown>, otherwise: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), seconds * 1000)
  })
  await Promise.race([happening, late]).finally(() => clearTimeout(timer))
}
