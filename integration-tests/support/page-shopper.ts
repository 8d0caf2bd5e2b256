import { NO_BANK } from "../../demo/environment"
import { sql } from "./database"
import { everySetting } from "./store-keys"
import { STRIPE, stripe } from "./stripe"
import type { Task } from "./agent"

const { GW_ENCRYPTION_KEY = "" } = everySetting()

/** The environment of a store without a bank whose customers pay on the store's page, through Stripe. */
export const STRIPE_PAGE = {
  ...NO_BANK,
  GW_ENCRYPTION_KEY,
  GW_ALLOW_PRIVATE_NETWORKS: "true",
  GW_STRIPE_PUBLISHABLE_KEY: "pk_test_double",
  GW_PAYMENT_ROUTES: JSON.stringify([{ provider: STRIPE, route: "page" }]),
}

type Payable = Pick<Task, "artifacts"> | { readonly continue_url?: string }

/** What the page of a payment hands to Stripe.js. */
export interface OpenPage {
  readonly html: string
  readonly headers: Headers
  readonly key: string
  readonly secret: string
  /** The id of Stripe's PaymentIntent. */
  readonly intent: string
  /** Where Stripe redirects the customer after the payment. */
  readonly back: string
}

/** Opens the page of a task, or the one at `continue_url`, in the customer's browser. Throws if it takes no payment. */
export async function openPage(payable: Payable): Promise<OpenPage> {
  const response = await fetch(
    ("artifacts" in payable ? payable.artifacts.sca_redirect_url : payable.continue_url) ?? ""
  )
  const html = await response.text()
  const member = (name: string) => new RegExp(` data-${name}="([^"]*)"`).exec(html)?.[1] ?? ""
  const [key, secret, back] = [member("key"), member("secret"), member("back")]
  if (!secret) throw new Error(`the page takes no payment: ${response.status} ${html.slice(-600)}`)
  return { html, headers: response.headers, key, secret, intent: secret.split("_secret_")[0] ?? "", back }
}

/** The customer opens the page and pays with an approved card. Does not return to the store. */
export async function payOn(payable: Payable): Promise<OpenPage> {
  const page = await openPage(payable)
  await stripe.confirm(page.secret)
  return page
}

/** What each payment at Stripe of a checkout's orders has received, in minor units. */
export async function receivedFor({ id }: { readonly id: string }): Promise<number[]> {
  const rows = await sql<{ intent: string }>(
    `select s.data ->> 'id' as intent from gw_payment p
       join order_payment_collection l on l.order_id = p.order_id and l.deleted_at is null
       join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
      where p.description = $1 and s.provider_id = 'pp_stripe_stripe'`,
    [`Checkout ${id}`]
  )
  const { intents } = await stripe.state()
  return rows.map(({ intent }) => intents.find((one) => one.id === intent)?.amount_received ?? 0)
}
