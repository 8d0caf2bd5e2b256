import { spawn, type ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { DemoFailure } from "../failure"
import { serverAccount } from "./account"
import { program, SERVER_ENV } from "./binaries"
import { ownerMark } from "./orphan"

/** Settings of a server for tests: no durability, fast commits, counted statements. */
const DISPOSABLE = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "shared_preload_libraries=pg_stat_statements",
]

/** How to start a server on a data folder. */
export interface ServerOptions {
  native: string
  data: string
  port: number
  disposable?: boolean
  /** The folder for its Unix socket; without one, it has none. */
  socket?: string
}

/** Another program listens on the port that PostgreSQL was started with. */
export class PortTaken extends DemoFailure {}

/**
 * Starts PostgreSQL on loopback and the Unix socket only, and resolves when it accepts connections. Otherwise throws
 * `PortTaken`, or a `DemoFailure` with PostgreSQL's own message.
 */
export async function startServer(options: ServerOptions): Promise<ChildProcess> {
  const { native, data, port, disposable, socket = "" } = options
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${socket}`, "max_connections=200"]
  settings.push(`cluster_name=${ownerMark(process.pid)}`, ...(disposable ? DISPOSABLE : []))
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])]
  // A process group of its own: Ctrl-C in the terminal must stop the store first and the database last.
  const child = spawn(program(native, "postgres"), args, {
    ...serverAccount(),
    env: SERVER_ENV,
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  })
  stopWithUs(child)
  await becomeReady(child, options)
  return child
}

/** Stops a server: its clients are disconnected and the data folder is left clean. Safe to call twice. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGINT")
  await Promise.race([ended, sleep(8000, undefined, { ref: false })])
  if (hasEnded(child)) return
  child.kill("SIGQUIT")
  await ended
}

/** When this process ends at once, the server is still signaled to stop, without waiting for it. */
function stopWithUs(child: ChildProcess) {
  const signal = () => void child.kill("SIGINT")
  process.once("exit", signal)
  child.once("exit", () => process.off("exit", signal))
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

function becomeReady(child: ChildProcess, options: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      // The log of a running server is not needed, but the pipe must be drained.
      if (output.length < 10_000) output += chunk.toString()
      if (output.includes("ready to accept connections")) resolve()
    })
    child.once("error", (error) => reject(new DemoFailure(`PostgreSQL did not start: ${error.message}.`)))
    child.once("exit", () => reject(failure(options, output)))
  })
}

function failure({ data, port }: ServerOptions, output: string) {
  if (output.includes("could not create any TCP/IP sockets")) {
    return new PortTaken(`PostgreSQL did not start: another program uses port ${port}.`)
  }
  return new DemoFailure(
    `PostgreSQL did not start (${reason(output)}). Delete ${data}, or start the demo with --reset.`
  )
}

/** The reason of the failure: the FATAL lines, or the whole output. */
function reason(output: string) {
  const lines = output.trim().split("\n")
  const fatal = lines.filter((line) => line.includes("FATAL"))
  return (fatal.length ? fatal : lines).map((line) => line.trim()).join(" ") || "it printed nothing"
}
