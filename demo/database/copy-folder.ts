import { spawnSync } from "node:child_process"
import { DemoFailure, errorLine } from "../failure"

/** Copies what is in a folder into another one that exists; owners and modes, which PostgreSQL insists on, stay. */
export function copyFolder(from: string, to: string): void {
  const run = spawnSync("cp", ["-a", `${from}/.`, to])
  if (run.error) throw new DemoFailure(`${from} was not copied: ${errorLine(run.error)}.`)
  if (run.status !== 0) throw new DemoFailure(`${from} was not copied: ${run.stderr.toString().trim()}`)
}
