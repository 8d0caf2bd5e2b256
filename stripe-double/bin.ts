import { parseArgs } from "node:util"
import { startDouble } from "./server"

/**
 * Starts the double: `--port`, `--webhook-url` with `--webhook-secret` for the endpoint of its events, and `--file` for the
 * file that keeps the account.
 */
async function main(): Promise<void> {
  const string = { type: "string" } as const
  const options = { port: string, "webhook-url": string, "webhook-secret": string, file: string }
  const { port, "webhook-url": url, "webhook-secret": secret, file } = parseArgs({ options }).values
  const endpoint = url && secret ? { url, secret } : undefined
  const double = await startDouble({ port: Number(port ?? 0), endpoint, file })
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
