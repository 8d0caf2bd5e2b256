import { join } from "node:path"
import { startChild, type Child } from "./child-process"
import { CODE_ROOT } from "./paths"

/** Where the simulated bank answers, what it keeps and whom it serves. Without `data` it keeps nothing. */
export interface SimulatorOptions {
  port: number
  control_port: number
  public_url?: string
  data?: string
  merchant: Record<string, unknown>
  /** More command-line flags of the simulator, as they are. */
  flags?: string[]
  log?: (line: string) => void
}

/** Starts the bank simulator as a process of its own, which ends when this one does, and waits until it answers. */
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
