import { join } from "node:path"
import { type RunningWorld, startWorld } from "../integration-tests/support/start-world"

/**
 * Starts a store that also serves the benches' peers, without failpoints, and with errors as its only log. Equal
 * purchases need no confirmation.
 */
export async function startBenchWorld(env: Record<string, string> = {}): Promise<RunningWorld> {
  return startWorld(
    { LOG_LEVEL: "error", GW_FAILPOINT_FILE: "", ...env },
    join(__dirname, "store-process.ts")
  )
}
