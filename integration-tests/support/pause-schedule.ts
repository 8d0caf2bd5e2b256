import { afterAll, beforeAll } from "vitest"
import { pauseJob } from "./jobs"

/** Makes the store skip the scheduled runs of a job while the tests of the group run, for tests that count its work. */
export function pauseSchedule(name: string): void {
  let resume: (() => Promise<void>) | undefined
  beforeAll(async () => {
    resume = await pauseJob(name)
  })
  afterAll(() => resume?.())
}
