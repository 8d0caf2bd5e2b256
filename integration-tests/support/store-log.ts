import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { eventually } from "./agent"
import { world } from "./world"

/**
 * The lines of the store's log, including all that the store has logged before this call. The log arrives through a
 * pipe, possibly after the response to the request that caused it, so this waits for a mark behind those lines.
 */
export async function storeLog(): Promise<string[]> {
  const mark = randomUUID()
  const { status } = await fetch(`${world().base_url}/probe/log/${mark}`, { method: "POST" })
  if (status !== 204) throw new Error(`the log could not be marked: ${status}`)
  return eventually(async () => {
    const text = readFileSync(world().log_file, "utf8")
    return text.includes(mark) ? text.split("\n") : undefined
  })
}
