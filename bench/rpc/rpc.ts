import { join } from "node:path"
import { startWorld } from "../../integration-tests/support/start-world"
import type { Bench, Comparison, Effort } from "../bench"
import { compare } from "../compare"
import { ask, type Target } from "../load"
import { type Seeded, seed } from "./seed"

/** The least part of a bare route's speed that the gates and the dispatcher may leave. */
const TARGET = 0.5

/** What the gates and the dispatcher cost on the hottest read, the platform's own request pipeline being paid by both. */
export const rpc: Bench = {
  name: "rpc",
  about: "tasks/get behind its gates, against a bare route of the same store that reads the same row",
  async run(effort) {
    const { world, stop } = await startWorld({ LOG_LEVEL: "error" }, join(__dirname, "../store-process.ts"))
    try {
      return await againstPeer(world.base_url, world.database_url, effort)
    } finally {
      await stop()
    }
  },
}

async function againstPeer(base_url: string, database_url: string, effort: Effort): Promise<Comparison[]> {
  const seeded = await seed(database_url, base_url)
  const peer: Target = { url: `${base_url}/bench/tasks/${seeded.task_id}`, method: "GET" }
  const ours = tasksGet(base_url, seeded)
  // A JSON-RPC error is answered with 200 too: what is measured must be the task.
  for (const side of [ours, peer])
    if (!(await ask(side)).includes(seeded.task_id)) throw new Error(`${side.url} did not find the task`)
  return [await compare({ what: "tasks_get", ours, peer, target: TARGET }, effort)]
}

function tasksGet(base_url: string, { token, task_id }: Seeded): Target {
  return {
    url: `${base_url}/gw-a2a/v1/rpc`,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id } }),
  }
}
