import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId, newSecret } from "../../domain/secrets"
import { changeByStaff, recordStaffAction } from "../../lib/staff-audit"
import { TEST_STEPS, type TestPing, type TestRun, type TestStep } from "./models/test-run"

/** A run that is older than this has died with its server. */
export const LONGEST_RUN_SECONDS = 300

const PENDING_STEPS = TEST_STEPS.map((id): TestStep => ({ id, state: "pending", ms: null }))

/** The store's self-test. It has a single row, so that only one run is active across all servers. */
export class TestRuns {
  constructor(private readonly knex: Knex) {}

  find(): Promise<TestRun | undefined> {
    return this.knex<TestRun>("gw_test_run").first()
  }

  /** Starts a run in place of the last one. Undefined while one is running. */
  async begin(started_by: string): Promise<TestRun | undefined> {
    const run = {
      id: newId("test"),
      nonce: newSecret("gwt"),
      started_by,
      state: "running",
      steps: JSON.stringify(PENDING_STEPS),
      ping: null,
      ended_at: null,
      started_at: this.knex.fn.now(),
    }
    return changeByStaff(this.knex, async (trx) => {
      const [started] = await trx("gw_test_run")
        .insert(run)
        .onConflict("one")
        .merge()
        .whereNot("gw_test_run.state", "running")
        .returning<TestRun[]>("*")
      if (started)
        await recordStaffAction(trx, { type: "test_run_started", by: started_by, detail: { id: started.id } })
      return started
    })
  }

  /** Stores the progress of a run. False if the run has ended, for example because it expired. */
  async note(id: string, steps: readonly TestStep[], end?: "passed" | "failed"): Promise<boolean> {
    const ended = end && { state: end, ended_at: this.knex.fn.now() }
    const updated = await this.knex("gw_test_run")
      .where({ id, state: "running" })
      .update({ steps: JSON.stringify(steps), ...ended })
    return updated > 0
  }

  /** Stores the webhook that the active run waits for, once. False if no run waits for it. */
  async receive(nonce: string, ping: TestPing): Promise<boolean> {
    const updated = await this.knex("gw_test_run")
      .where({ nonce, state: "running", ping: null })
      .update({ ping: JSON.stringify(ping) })
    return updated > 0
  }

  /** The run that has been running for more than this many seconds. Undefined if there is none. */
  dead(seconds = LONGEST_RUN_SECONDS): Promise<TestRun | undefined> {
    return this.knex<TestRun>("gw_test_run")
      .where({ state: "running" })
      .whereRaw("started_at < now() - make_interval(secs => ?)", [seconds])
      .first()
  }

  /** Ends a dead run: its running step fails, and its pending steps are skipped. */
  async expire({ id, steps }: TestRun): Promise<void> {
    await this.note(id, steps.map(died), "failed")
  }
}

const NOTE = { code: "died", message: "The server that ran the test did not finish it." }

function died(step: TestStep): TestStep {
  if (step.state === "running") return { ...step, state: "failed", ...NOTE }
  return step.state === "pending" ? { ...step, state: "skipped" } : step
}
