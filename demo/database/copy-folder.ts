import { spawnSync } from "node:child_process"
import { DemoFailure, errorLine } from "../failure"

/** Copies the content of a folder into another existing one, with owners and modes, which PostgreSQL checks. */
export function copyFolder(from: string, to: string): void {
  const run = spawnSync("cp", ["-a", `${from}/.`, to])
  if (run.error) throw new DemoFailure(`${from} was not copied: ${errorLine(run.error)}.`)
  if (run.status !== 0) throw new DemoFailure(`${from} was not copied: ${run.stderr.toString().trim()}`)
}
