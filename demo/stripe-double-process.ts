import { join } from "node:path"
import { startChild, type Child } from "./child-process"
import { CODE_ROOT } from "./paths"

/** The port of the Stripe double, the store that receives its events, and the secret that signs them. */
export interface StripeDoubleOptions {
  port: number
  store: string
  webhook_secret: string
  /** The file that keeps the account. Without it, everything is in memory only. */
  file?: string
}

/** Starts the Stripe double in a child process, which sends its events to Medusa's webhook route of the store. */
export function startStripeDoubleProcess(options: StripeDoubleOptions): Promise<Child> {
  const { port, store, webhook_secret, file } = options
  const endpoint = [
    "--webhook-url",
    `${store}/hooks/payment/stripe_stripe`,
    "--webhook-secret",
    webhook_secret,
  ]
  return startChild({
    name: "The Stripe double",
    script: join(CODE_ROOT, "stripe-double/bin.ts"),
    args: ["--port", String(port), ...endpoint, ...(file ? ["--file", file] : [])],
    ready: "stripe double ready",
  })
}
