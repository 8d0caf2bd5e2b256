import { afterAll, beforeAll, type RunnerTestSuite as Suite } from "vitest"
import { pauseJobsAt } from "./jobs"
import type { RunningWorld } from "./start-world"
import type { WorldCall } from "./pooled-world"
import type { World } from "./world"

/** What a test may do with its store and its bank. */
export type OwnWorld = Pick<
  RunningWorld,
  | "world"
  | "storeEnded"
  | "startStore"
  | "stopStore"
  | "killStore"
  | "startSecondStore"
  | "stopBank"
  | "startBank"
>

/** A group's requirements for its store: an environment, and whether other files may have used it before. */
interface Wanted {
  readonly env?: Record<string, string>
  readonly fresh?: boolean
}

/**
 * Gives the tests of a file or group a store and a bank that no other file uses meanwhile. They are ready
 * before the other hooks of the group. Other files may have used them before, unless they must be `fresh`.
 */
export function inOwnWorld(env: Record<string, string> = {}, { fresh = false } = {}): () => OwnWorld {
  let taken: Taken | undefined
  beforeAll(async () => void (taken = await takeWorld({ env, fresh })))
  afterAll((suite) => taken?.release(suite))
  return () => {
    if (!taken) throw new Error("the world is not there yet")
    return taken.controls
  }
}

interface Taken {
  readonly controls: OwnWorld
  release(suite: Readonly<Suite>): Promise<void>
}

/** Takes a world for the whole process, until `release` is called. */
export async function takeWorld({ env = {}, fresh = false }: Wanted): Promise<Taken> {
  const { id, world } = await call<{ id: number; world: World }>("take", { env, fresh })
  const before = process.env.GW_TEST_WORLD
  process.env.GW_TEST_WORLD = JSON.stringify(world)
  return {
    controls: controlOf(id, world),
    release: async (suite) => {
      process.env.GW_TEST_WORLD = before ?? ""
      await call(`release/${id}`, { failed: hasFailed(suite) })
    },
  }
}

function controlOf(id: number, world: World): OwnWorld {
  const act = <T>(verb: WorldCall, body: object = {}) => call<T>(`${verb}/${id}`, body)
  return {
    world,
    storeEnded: () => act("store-ended"),
    startStore: (env) => act("start-store", { env }),
    stopStore: () => act("stop-store"),
    killStore: () => act("kill-store"),
    startSecondStore: async (env) => {
      const base_url = await act<string>("start-second-store", { env })
      await pauseJobsAt(base_url)
      return base_url
    },
    stopBank: () => act("stop-bank"),
    startBank: (flags) => act("start-bank", { flags }),
  }
}

/** Whether a test or a hook of the group failed. */
function hasFailed(suite: Readonly<Suite>): boolean {
  return (
    suite.result?.state === "fail" ||
    suite.tasks.some((task) => ("tasks" in task ? hasFailed(task) : task.result?.state === "fail"))
  )
}

async function call<T>(path: string, body: object): Promise<T> {
  const pool = process.env.GW_TEST_POOL
  if (!pool) throw new Error("GW_TEST_POOL is not set: run these tests through `npm test`")
  const response = await fetch(`${pool}/${path}`, { method: "POST", body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}
