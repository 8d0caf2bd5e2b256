#!/usr/bin/env node
import { readOptions, USAGE } from "./options"
import { startSimulator, type Simulator } from "./simulator"
import { StartError } from "./start-error"

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === "help") return void process.stdout.write(USAGE)
  if (!options.merchants.length && !options.redsysMerchants.length)
    console.error(
      "gw-bank-simulator: no merchant is configured, so every API call is rejected; see --merchant."
    )
  const simulator = await startSimulator(options)
  stopOnSignals(simulator)
  const { url, control_url, issuer } = simulator
  console.log(`bank simulator ready ${JSON.stringify({ url, control_url, issuer })}`)
}

function stopOnSignals(simulator: Simulator): void {
  const stop = () => void simulator.stop().finally(() => process.exit(0))
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
  // Only emitted when a parent process opened an IPC channel; it means that the parent has ended.
  process.once("disconnect", stop)
}

function fail(error: unknown): never {
  const known = error instanceof StartError || (error instanceof Error && "syscall" in error)
  console.error(known ? `gw-bank-simulator: ${(error as Error).message}` : error)
  process.exit(1)
}

main().catch(fail)
