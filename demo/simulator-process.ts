import { join } from "node:path"
import { startChild, type Child } from "./child-process"
import { CODE_ROOT } from "./paths"

/** The ports, data folder and merchant of the simulated bank. Without `data` everything is stored in memory only. */
export interface SimulatorOptions {
  port: number
  control_port: number
  public_url?: string
  data?: string
  merchant: Record<string, unknown>
  /** Further command-line flags of the simulator. */
  flags?: string[]
  log?: (line: string) => void
}

/** Starts the bank simulator in a child process, which ends with this one, and waits until it is ready. */
export function startSimulatorProcess(options: SimulatorOptions): Promise<Child> {
  const { port, control_port, public_url, data, merchant, flags = [], log } = options
  const ports = ["--port", String(port), "--control-port", String(control_port)]
  const address = public_url ? ["--public-url", public_url] : []
  const keeping = data ? ["--data", data] : ["--memory"]
  return startChild({
    name: "The bank simulator",
    script: join(CODE_ROOT, "src/simulator/bin.ts"),
    args: [...ports, ...address, ...keeping, "--merchant", JSON.stringify(merchant), ...flags],
    ready: "bank simulator ready",
    log,
  })
}
