import { randomUUID } from "node:crypto"
import { sql } from "./database"
import { STRIPE_PAGE } from "./page-shopper"
import { storeLog } from "./store-log"
import { stripeKeys } from "./stripe"
import { world } from "./world"

/** The environment of a store whose page takes payments through Stripe, with Google Pay and shared payment tokens. */
export const WALLET_PAGE = {
  ...STRIPE_PAGE,
  ...stripeKeys(),
  GW_GOOGLE_PAY_MERCHANT_ID: "BCR2DN4TESTONLY",
  GW_GOOGLE_PAY_MERCHANT_NAME: "The Store",
  GW_GOOGLE_PAY_ENVIRONMENT: "TEST",
  GW_STRIPE_SHARED_TOKENS_MERCHANT_ID: "profile_test_1",
}

/** Stripe's names of test cards in its test tokens. */
export type TestCard = "visa" | "chargeDeclined" | "threeDSecure2Required"

/** A new one-time token of a test card, as Stripe creates it for a wallet. */
export const cardToken = (card: TestCard = "visa"): string =>
  `tok_${card}_${randomUUID().replaceAll("-", "")}`

/** The instrument of Google Pay with a token of Stripe, which Google hands over as JSON. */
export const googlePay = (token: string) => ({
  id: "gp_1",
  handler_id: "google_pay",
  type: "card",
  selected: true,
  display: { brand: "VISA", last_digits: "4242" },
  credential: {
    type: "PAYMENT_GATEWAY",
    token: JSON.stringify({ id: token, object: "token", type: "card" }),
  },
})

/** The payment data of an ACP agent that has a shared payment token of Stripe. */
export const sharedToken = (token: string) => ({
  payment_data: {
    handler_id: "gw_shared_payment_token",
    instrument: { type: "card", credential: { type: "spt", token } },
  },
})

/** A shared payment token of a test card, which Stripe issues to an agent for an amount in minor units. */
export async function grantToken(max_amount: number, card: TestCard = "visa"): Promise<string> {
  const response = await fetch(`${world().stripe_url}/v1/test_helpers/shared_payment/granted_tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${stripeKeys().STRIPE_API_KEY}` },
    body: new URLSearchParams({
      payment_method: `pm_card_${card}`,
      "usage_limits[currency]": "eur",
      "usage_limits[max_amount]": String(max_amount),
      "usage_limits[expires_at]": String(Math.floor(Date.now() / 1000) + 3600),
    }),
  })
  const { id } = (await response.json()) as { id?: string }
  if (!id) throw new Error(`no token is granted: ${response.status}`)
  return id
}

/** Every table whose rows contain a text, and the store's log if it does. */
export async function placesWith(secret: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [secret])
      return rows.length ? [name] : []
    })
  )
  const isLogged = (await storeLog()).some((line) => line.includes(secret))
  return [...found.flat(), ...(isLogged ? ["the log"] : [])]
}
