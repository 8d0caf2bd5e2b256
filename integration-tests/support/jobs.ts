import { eventually } from "./agent"
import { world } from "./world"

/**
 * Runs a scheduled job of the store, by its file name in src/jobs, and resolves when it has ended, and a scheduled run in
 * progress, too, so that the work that was due is done. It does not wait for a scheduled run that a test holds back.
 * Throws with the store's answer when the job fails or does not exist.
 */
export async function runJob(name: string, base_url = world().base_url): Promise<void> {
  const response = await fetch(`${base_url}/probe/jobs/${name}`, { method: "POST" })
  if (response.status !== 204)
    throw new Error(`the job ${name} answered ${response.status} ${await response.text()}`)
}

/** A job of a store whose scheduled runs are skipped. */
interface Pause {
  readonly name: string
  readonly base_url: string
}

const pauses = new Set<Pause>()

/**
 * Makes the store, and each second store that is started later, skip the scheduled runs of a job, until the returned
 * function is called; pauses of the same job may overlap. Resolves when no run is in progress.
 */
export async function pauseJob(name: string): Promise<() => Promise<void>> {
  const { base_url } = world()
  const pause = { name, base_url }
  pauses.add(pause)
  await schedule(name, "paused", base_url)
  return async () => {
    const isEnded = !pauses.delete(pause)
    if (!isEnded && !pausedAt(base_url).includes(name)) await schedule(name, "resumed", base_url)
  }
}

const pausedAt = (base_url: string): string[] =>
  [...pauses].filter((pause) => pause.base_url === base_url).map(({ name }) => name)

/** Makes a second store skip the scheduled runs that the first one skips. */
export async function pauseJobsAt(base_url: string): Promise<void> {
  await Promise.all(pausedAt(world().base_url).map((name) => schedule(name, "paused", base_url)))
}

async function schedule(name: string, state: "paused" | "resumed", base_url: string): Promise<void> {
  const response = await fetch(`${base_url}/probe/jobs/${name}/${state}`, { method: "PUT" })
  if (response.status !== 204) throw new Error(`the job ${name} answered ${response.status}`)
}

/**
 * Runs a job while the store skips its scheduled runs: when it resolves, no run is in progress, so the work that was due
 * is done. Not for a test that holds back a run of the job.
 */
export async function runJobAlone(name: string): Promise<void> {
  const resume = await pauseJob(name)
  await runJob(name).finally(resume)
}

/** Runs jobs in sequence before each call of `ask` until it returns a value; throws after `seconds`. */
export async function eventuallyRunning<T>(
  jobs: string | readonly string[],
  ask: () => Promise<T | undefined>,
  seconds?: number
): Promise<T> {
  return eventually(async () => {
    for (const job of [jobs].flat()) await runJob(job)
    return ask()
  }, seconds)
}
