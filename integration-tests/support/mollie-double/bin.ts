import { startMollieDouble } from "./server"

/** Starts the double of Mollie on the port of the first argument, until the parent process ends it. */
async function main(): Promise<void> {
  await startMollieDouble(Number(process.argv[2]))
  const stop = () => process.exit(0)
  process.once("SIGTERM", stop)
  // Only emitted when a parent process opened an IPC channel; it means that the parent has ended.
  process.once("disconnect", stop)
  console.log("mollie double ready {}")
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
