import { spawn } from "node:child_process"

/**
 * Waits until its standard input ends, which happens when the process at the other end has ended in any way. A
 * paused store continues first: only then does it notice that its parent has ended, and ends too.
 */
const SCRIPT = `
  cat >/dev/null
  server=$1
  paused=$2
  shift 2
  [ ! -s "$paused" ] || kill -CONT "$(cat "$paused")" 2>/dev/null
  kill -INT "$server" 2>/dev/null
  while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
  rm -rf "$@"`

interface Leftovers {
  readonly server_pid: number
  /** Contains the process id of the store while it is paused; absent otherwise. */
  readonly paused_file: string
  readonly folders: readonly string[]
}

/**
 * Stops a database server and removes folders when this process ends without doing so, for example by SIGKILL.
 * Call the returned function after the process has done both itself.
 */
export function reapAfterUs({ server_pid, paused_file, folders }: Leftovers): () => void {
  const reaper = spawn("sh", ["-c", SCRIPT, "reaper", String(server_pid), paused_file, ...folders], {
    stdio: ["pipe", "ignore", "ignore"],
    // Signals of a terminal reach this process group only; the reaper must outlive it.
    detached: true,
  })
  reaper.unref()
  return () => void reaper.kill("SIGKILL")
}
