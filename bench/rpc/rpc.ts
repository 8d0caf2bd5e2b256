import { join } from "node:path"
import { startChild } from "../../demo/child-process"
import { startWorld } from "../../integration-tests/support/start-world"
import type { Bench, Comparison, Effort } from "../bench"
import { compare } from "../compare"
import { ask, type Target } from "../load"
import { type Seeded, seed } from "./seed"

/** The least part of a bare server's speed that the gates and the dispatcher may leave. */
const TARGET = 0.3

/** What the platform's request pipeline, the gates and the dispatcher cost on the hottest read. */
export const rpc: Bench = {
  name: "rpc",
  about:
    "tasks/get behind its gates, against a bare Express server that answers the same request with one read",
  async run(effort) {
    const { world, stop } = await startWorld({ LOG_LEVEL: "error" })
    try {
      return await againstPeer(world.base_url, world.database_url, effort)
    } finally {
      await stop()
    }
  },
}

async function againstPeer(base_url: string, database_url: string, effort: Effort): Promise<Comparison[]> {
  const seeded = await seed(database_url, base_url)
  const env = { DATABASE_URL: database_url, NODE_ENV: "production" }
  const script = join(__dirname, "peer.ts")
  const peer = await startChild({ name: "The peer", script, ready: "peer ready", env })
  try {
    const sides = { ours: tasksGet(base_url, seeded), peer: tasksGet(String(peer.ready.url), seeded) }
    await checkSame(sides.ours, sides.peer, seeded)
    return [await compare({ what: "tasks_get", ...sides, target: TARGET }, effort)]
  } finally {
    await peer.stop()
  }
}

function tasksGet(base_url: string, { token, task_id }: Seeded): Target {
  return {
    url: `${base_url}/gw-a2a/v1/rpc`,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id } }),
  }
}

/** A JSON-RPC error is answered with 200 too: what is measured must be the task. */
async function checkSame(ours: Target, peer: Target, { task_id }: Seeded): Promise<void> {
  for (const side of [ours, peer]) {
    const { result } = JSON.parse(await ask(side)) as { result?: { task_id?: string; id?: string } }
    if ((result?.task_id ?? result?.id) !== task_id) throw new Error(`${side.url} did not find the task`)
  }
}
