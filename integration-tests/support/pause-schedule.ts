import { afterAll, beforeAll } from "vitest"
import { world } from "./world"

/** Makes the store skip the scheduled runs of a job while the tests of the group run, for tests that count its work. */
export function pauseSchedule(name: string): void {
  const set = async (state: "paused" | "resumed") => {
    const response = await fetch(`${world().base_url}/probe/jobs/${name}/${state}`, { method: "PUT" })
    if (response.status !== 204) throw new Error(`the job ${name} answered ${response.status}`)
  }
  beforeAll(() => set("paused"))
  afterAll(() => set("resumed"))
}
