import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { eventually } from "../support/agent"
import { runJob } from "../support/jobs"
import type { ShownJob } from "../support/probes"
import { world } from "../support/world"

const files = readdirSync(join(__dirname, "../../src/jobs")).map((file) => file.replace(/\.ts$/, ""))

/** The longest interval of a schedule whose next run the test waits for. */
const LONGEST_PAUSE_SECONDS = 30

/** Every job by its file name, with its state in Medusa's scheduler. */
const jobs = async (): Promise<Record<string, ShownJob>> =>
  (await (await fetch(`${world().base_url}/probe/jobs`)).json()) as Record<string, ShownJob>

/** The seconds between two runs. Infinite unless the schedule has a field for seconds, as in "* * * * * *". */
function pauseOf({ schedule }: ShownJob): number {
  const [seconds = "", ...others] = schedule.split(" ")
  return others.length === 5 ? Number(/^\*\/(\d+)$/.exec(seconds)?.[1] ?? 1) : Infinity
}

it.each(files)("Medusa schedules the job %s as its file declares", async (file) => {
  const { [file]: job } = await jobs()
  expect(job?.schedule).toMatch(/^\S+( \S+){4,5}$/)
  expect(job?.scheduler?.cron).toBe(job?.schedule)
})

it("the scheduler runs every job with an interval of at most 30 seconds", async () => {
  const before = await jobs()
  const runs = (all: Record<string, ShownJob>, name: string) => all[name]?.scheduler?.runs ?? 0
  let waiting = Object.entries(before).flatMap(([name, job]) =>
    pauseOf(job) <= LONGEST_PAUSE_SECONDS ? name : []
  )
  expect(waiting).not.toEqual([])
  await eventually(async () => {
    const now = await jobs()
    waiting = waiting.filter((name) => runs(now, name) === runs(before, name))
    return waiting.length ? undefined : true
  }, LONGEST_PAUSE_SECONDS + 90).catch((error: Error) =>
    expect.fail(`${waiting.join(", ")}: ${error.message}`)
  )
})

it.each(files)("two runs of the job %s can overlap", async (file) => {
  await Promise.all([runJob(file), runJob(file)])
})
