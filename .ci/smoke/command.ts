import { execFile, spawn } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

/** The folder of a command, and its additional environment variables. */
export interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** No command of the smoke needs longer, not even npm on a busy machine. */
const TIMEOUT_MS = 900_000

/** Runs a command and returns its output. Throws with the output when it fails. */
export async function command(file: string, args: readonly string[], { cwd, env }: Place): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024, timeout: TIMEOUT_MS }
  try {
    return (await run(file, [...args], options)).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${file} ${args.join(" ")} failed:\n${stdout}\n${stderr}`)
  }
}

/** A process that keeps running. */
export interface Running {
  /** Rejects with the output when the process ends by itself. */
  readonly ended: Promise<never>
  /** What the process has printed, on both streams. */
  output(): string
  stop(): Promise<void>
}

/** Starts a command in its own process group, so that stopping it also stops its children. It ends with this process. */
export function start(file: string, args: readonly string[], { cwd, env }: Place): Running {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, detached: true, stdio: "pipe" })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const kill = () => signalGroup(child.pid, "SIGKILL")
  process.once("exit", kill)
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve())
    child.once("error", (error) => {
      output += String(error)
      resolve()
    })
  }).finally(() => process.off("exit", kill))
  const ended = closed.then(() => Promise.reject(new Error(`${file} ${args.join(" ")} ended:\n${output}`)))
  ended.catch(() => undefined)
  return { ended, output: () => output, stop: () => stopGroup(child.pid, closed) }
}

async function stopGroup(pid: number | undefined, closed: Promise<void>): Promise<void> {
  if (pid === undefined) return
  signalGroup(pid, "SIGTERM")
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), 10_000)
  await closed
  clearTimeout(timer)
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals) {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The whole group has already ended.
  }
}
