import { join } from "node:path"
import { NO_BANK } from "../environment"
import { startStripeDoubleProcess } from "../stripe-double-process"
import type { DemoProvider } from "./provider"

const STRIPE = "pp_stripe_stripe"
const ACCOUNT = "stripe-account.json"

/** Medusa's own Stripe provider, with the Stripe double in place of Stripe. Customers pay on the store's page. */
export const stripeDouble: DemoProvider = {
  name: "the Stripe double",
  kept: [ACCOUNT],
  ports: ({ stripe_double_port }) => [stripe_double_port],
  async start({ at, secrets, data }) {
    const { stop } = await startStripeDoubleProcess({
      port: at.stripe_double_port,
      store: at.store,
      webhook_secret: secrets.stripe_webhook_secret,
      file: join(data, ACCOUNT),
    })
    return stop
  },
  environment: ({ stripe_double }, { stripe_webhook_secret }) => ({
    ...NO_BANK,
    STRIPE_API_KEY: "sk_test_double",
    STRIPE_WEBHOOK_SECRET: stripe_webhook_secret,
    STRIPE_DOUBLE_URL: stripe_double,
    GW_STRIPE_PUBLISHABLE_KEY: "pk_test_double",
    GW_STRIPE_JS_URL: `${stripe_double}/v3/`,
    GW_PAYMENT_ROUTES: JSON.stringify([{ provider: STRIPE, route: "page" }]),
  }),
  region_providers: [STRIPE],
  describe: ({ store, stripe_double }) => ({
    addresses: `  Stripe double    ${stripe_double}`,
    commands: `  npm run agent -- --url ${store} --person    (then pay on the page yourself)
  curl -s '${stripe_double}/_double/state'`,
  }),
}
