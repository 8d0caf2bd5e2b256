import { join } from "node:path"
import { type RunningWorld, startWorld } from "../integration-tests/support/start-world"

/** Boots a store with the peers of the benches beside it; it looks for no failpoints and logs errors only. */
export function startBenchWorld(env: Record<string, string> = {}): Promise<RunningWorld> {
  return startWorld(
    { LOG_LEVEL: "error", GW_FAILPOINT_FILE: "", ...env },
    join(__dirname, "store-process.ts")
  )
}
