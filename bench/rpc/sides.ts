import { fetchBody, type Target } from "../load"
import { type Seeded, seed } from "./seed"

/** `tasks/get` and the bare route that reads the same row, with seeded data and checked responses. */
export async function sidesOf(
  base_url: string,
  database_url: string
): Promise<{ ours: Target; peer: Target }> {
  const seeded = await seed(database_url, base_url)
  const peer: Target = { url: `${base_url}/bench/tasks/${seeded.task_id}`, method: "GET" }
  const ours = tasksGet(base_url, seeded)
  // A JSON-RPC error has status 200, too, so the response must contain the task.
  for (const side of [ours, peer])
    if (!(await fetchBody(side)).includes(seeded.task_id))
      throw new Error(`${side.url} did not find the task`)
  return { ours, peer }
}

function tasksGet(base_url: string, { token, task_id }: Seeded): Target {
  return {
    url: `${base_url}/gw-a2a/v1/rpc`,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id } }),
  }
}
