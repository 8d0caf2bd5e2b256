import { join } from "node:path"
import { type Child, startChild } from "../../demo/child-process"

/** Starts the Stripe double in a child process, which sends its events to Medusa's webhook route of the store. */
export function startStripeProcess(
  url: string,
  { store, secret }: { readonly store: string; readonly secret: string }
): Promise<Child> {
  const endpoint = ["--webhook-url", `${store}/hooks/payment/stripe_stripe`, "--webhook-secret", secret]
  return startChild({
    name: "The Stripe double",
    script: join(__dirname, "../stripe-double/bin.ts"),
    args: ["--port", new URL(url).port, ...endpoint],
    ready: "stripe double ready",
  })
}
