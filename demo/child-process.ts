import { spawn, type ChildProcess } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { compiledScript } from "./compiled"
import { DemoFailure } from "./failure"
import { REPO_ROOT } from "./paths"

/** A TypeScript program to run as a child process, and the beginning of the line that it prints when it is ready. */
export interface ChildOptions {
  name: string
  script: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  ready: string
  /** Receives every other line that the child prints; by default they are dropped. */
  log?: (line: string) => void
}

/** The folder for Node.js's cache of compiled modules; versions before 22.1 ignore the variable. */
const NODE_COMPILE_CACHE = join(REPO_ROOT, ".cache", "v8")

/** A child process that is ready. */
export interface Child {
  pid: number
  /** The JSON that followed the ready words. */
  ready: Record<string, unknown>
  /** Resolves with the exit code when the child ends, for any reason. */
  ended: Promise<number | null>
  stop(): Promise<void>
}

/**
 * Starts a program of this checkout and waits until it is ready. When it ends before, throws a DemoFailure with its
 * last line. Through the IPC channel the child notices the end of this process, even after a SIGKILL.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const script = await compiledScript(options.script)
  const child = spawn(process.execPath, [script, ...(options.args ?? [])], {
    env: { ...process.env, NODE_COMPILE_CACHE, ...options.env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Ctrl-C must reach this process only, which stops its children in the right order.
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const ready = await waitUntilReady(child, options)
  return { pid: child.pid ?? 0, ready, ended, stop: () => stopChild(child, ended) }
}

function waitUntilReady(child: ChildProcess, { name, ready, log }: ChildOptions) {
  return new Promise<Record<string, unknown>>((resolve, reject) => {
    let lastLine = "it printed nothing"
    const onLine = (line: string) => {
      if (line.startsWith(`${ready} `)) return resolve(JSON.parse(line.slice(ready.length + 1)))
      lastLine = line
      log?.(line)
    }
    eachLine(child.stdout, onLine)
    eachLine(child.stderr, onLine)
    child.once("error", (error) => reject(new DemoFailure(`${name} did not start: ${error.message}`)))
    child.once("close", () => reject(new DemoFailure(`${name} did not start: ${lastLine}`)))
  })
}

function eachLine(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void) {
  let rest = ""
  stream?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n")
    rest = lines.pop() ?? ""
    lines.filter((line) => line.trim()).forEach(onLine)
  })
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill("SIGTERM")
  await Promise.race([ended, sleep(8000, undefined, { ref: false })])
  child.kill("SIGKILL")
  await ended
}
