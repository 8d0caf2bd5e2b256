import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { StartError } from "./start-error"

/**
 * Locks the data directory for this process, and creates it if needed. Throws a StartError while another running
 * simulator holds the lock. Returns the function that unlocks.
 */
export function lockData(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, "lock")
  const holder = readHolder(file)
  const [pid] = holder.split(" ")
  if (pid && holder !== identityOf(process.pid) && holder === identityOf(Number(pid)))
    throw new StartError(
      `${dataDir} is in use by another bank simulator (process ${pid}); choose another --data.`
    )
  writeFileSync(file, identityOf(process.pid) ?? "", { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

// Process ids are reused, above all in containers. Where the system reports it, the start time makes them unique.
function identityOf(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
    return fields[0] === "Z" ? null : `${pid} ${fields[19]}`
  } catch {
    return `${pid} -`
  }
}
