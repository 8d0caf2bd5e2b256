import { parseArgs } from "node:util"
import { startDouble } from "./server"

/** Starts the double: `--port`, and `--webhook-url` with `--webhook-secret` for the endpoint of its events. */
async function main(): Promise<void> {
  const string = { type: "string" } as const
  const { values } = parseArgs({ options: { port: string, "webhook-url": string, "webhook-secret": string } })
  const { port, "webhook-url": url, "webhook-secret": secret } = values
  const double = await startDouble(Number(port ?? 0), url && secret ? { url, secret } : undefined)
  const stop = () => void double.stop().finally(() => process.exit(0))
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
  // Only emitted when a parent process opened an IPC channel; it means that the parent has ended.
  process.once("disconnect", stop)
  console.log(`stripe double ready ${JSON.stringify({ url: double.url })}`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
