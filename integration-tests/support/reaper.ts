import { spawn } from "node:child_process"

/** Waits until its standard input ends, which is when the process at the other end has ended, however it did. */
const SCRIPT = `
  cat >/dev/null
  server=$1
  shift
  kill -INT "$server" 2>/dev/null
  while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
  rm -rf "$@"`

/**
 * Lets a database server be stopped and folders be removed when this process ends without doing so, for example by
 * SIGKILL. Call the function returned once the process has done both itself.
 */
export function reapAfterUs(server_pid: number, folders: readonly string[]): () => void {
  const reaper = spawn("sh", ["-c", SCRIPT, "reaper", String(server_pid), ...folders], {
    stdio: ["pipe", "ignore", "ignore"],
    // Signals of a terminal reach this process group only; the reaper must outlive it.
    detached: true,
  })
  reaper.unref()
  return () => void reaper.kill("SIGKILL")
}
