import { spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { DemoFailure, errorCode } from "../failure"

/** The marker on a server's command line that names the process that started it. */
export function ownerMark(pid: number): string {
  return `gw-demo-${pid}`
}

/**
 * Frees a data folder: stops a server whose launcher ended without stopping it, and removes a lock without a server.
 * Refuses while the launcher is running, because the folder is in use then.
 */
export async function releaseDataFolder(data: string): Promise<void> {
  const pid = lockedBy(data)
  if (pid === undefined) return
  const found = serverOn(data, pid)
  if (!found) return rmSync(join(data, "postmaster.pid"), { force: true })
  if (found.command.includes(`${ownerMark(found.parent)} `)) {
    throw new DemoFailure(
      `Another start (process ${found.parent}) is using ${data}: stop it first, or choose another folder with --data.`
    )
  }
  await stopProcess(pid, data)
}

function lockedBy(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]) || undefined
  } catch {
    return undefined
  }
}

/**
 * The process, if it is a PostgreSQL on this data folder. A process that has ended but is not reaped yet has no
 * command line.
 */
function serverOn(data: string, pid: number) {
  const found = describeProcess(pid)
  return found?.command.includes("postgres") && found.command.includes(`${data} `) ? found : undefined
}

/** The parent and the command line of a running process, from /proc if it exists, because small images have no `ps`. */
function describeProcess(pid: number): { parent: number; command: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }
  } catch {
    const line = spawnSync("ps", ["-ww", "-o", "ppid=,command=", "-p", String(pid)], {
      encoding: "utf8",
    }).stdout?.trim()
    return line ? { parent: parseInt(line, 10), command: `${line} ` } : undefined
  }
}

async function stopProcess(pid: number, data: string) {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    sendSignal(pid, signal)
    for (let waited = 0; waited < 8000; waited += 20) {
      if (!serverOn(data, pid)) return
      await sleep(20)
    }
  }
  throw new DemoFailure(
    `PostgreSQL (process ${pid}) still holds ${data} and does not stop: end it and start again.`
  )
}

/**
 * Ignores a process that has ended meanwhile. Throws for one that may not be signaled, because waiting for it would
 * be pointless.
 */
function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) === "ESRCH") return
    throw new DemoFailure(
      `PostgreSQL (process ${pid}) was started by another user: end it there and start again.`
    )
  }
}
