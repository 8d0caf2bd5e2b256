import type { Fault } from "../../stripe-double/faults"
import type { Intent } from "../../stripe-double/intent"
import type { Refund } from "../../stripe-double/refunds"
import type { Delivery, StripeEvent } from "../../stripe-double/webhooks"
import { world } from "./world"

/** The environment of a store that has Medusa's Stripe provider, at the double: always the same, so that files share a store. */
export function stripeKeys(): Record<string, string> {
  return {
    STRIPE_API_KEY: "sk_test_double",
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_double",
  }
}

export const STRIPE = "pp_stripe_stripe"

/** Stripe's test cards. */
export const CARDS = {
  approved: "4242424242424242",
  declined: "4000000000000002",
  authenticated: "4000002500003155",
  /** Can be saved, and is declined when it is charged. */
  declined_later: "4000000000000341",
} as const

/** What tests read of the double. */
interface State {
  readonly intents: Intent[]
  readonly events: StripeEvent[]
  /** The method and path of each call of the API. */
  readonly calls: string[]
}

async function control<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${world().stripe_url}/_double/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** A call of Stripe's API with the secret key. */
async function callApi<T>(path: string, fields: Record<string, string>): Promise<T> {
  const response = await fetch(world().stripe_url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${stripeKeys().STRIPE_API_KEY}` },
    body: new URLSearchParams(fields),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function confirmWith(client_secret: string, method: Record<string, string>): Promise<Intent> {
  const id = client_secret.split("_secret_")[0]
  const response = await fetch(`${world().stripe_url}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer pk_test_double" },
    body: new URLSearchParams({ client_secret, ...method }),
  })
  const body = (await response.json()) as Intent & { error?: { payment_intent?: Intent; message: string } }
  if (!body.error) return body
  if (body.error.payment_intent) return body.error.payment_intent
  throw new Error(body.error.message)
}

/** The shopper's browser at the Stripe double, and the test's control of it. */
export const stripe = {
  /** Confirms a payment with a card, as Stripe.js does in the browser. Returns the payment, also a declined one. */
  confirm: (client_secret: string, card: keyof typeof CARDS = "approved"): Promise<Intent> =>
    confirmWith(client_secret, { "payment_method_data[card][number]": CARDS[card] }),
  /** Confirms a payment by direct debit, which stays `processing` until `debit`. */
  confirmDebit: (client_secret: string): Promise<Intent> =>
    confirmWith(client_secret, { "payment_method_data[sepa_debit][iban]": "DE89370400440532013000" }),
  /** The customer's bank executes the direct debit, or refuses it. */
  debit: (id: string, success: boolean) => control<Intent>("POST", `debit/${id}`, { success }),
  /** The merchant cancels the payment in Stripe's dashboard. */
  cancel: (id: string) => callApi<Intent>(`/v1/payment_intents/${id}/cancel`, {}),
  /** Saves a card for a customer of the account, as the merchant's own server does. Returns Stripe's id of it. */
  async saveCard(customer: string, card: keyof typeof CARDS): Promise<string> {
    const { id } = await callApi<{ id: string }>("/v1/payment_methods", {
      type: "card",
      "card[number]": CARDS[card],
    })
    await callApi(`/v1/payment_methods/${id}/attach`, { customer })
    return id
  },
  /** Removes a customer's saved card. */
  removeCard: (id: string) => callApi(`/v1/payment_methods/${id}/detach`, {}),
  authenticate: (id: string, success: boolean) => control<Intent>("POST", `authenticate/${id}`, { success }),
  async intent(id: string): Promise<Intent> {
    const found = (await stripe.state()).intents.find((intent) => intent.id === id)
    if (!found) throw new Error(`no intent ${id}`)
    return found
  },
  refundsOf: (id: string) => control<Refund[]>("GET", `refunds/${id}`),
  state: () => control<State>("GET", "state"),
  /** What happens to the events from now on. */
  deliver: (delivery: Delivery) => control("PUT", "delivery", { delivery }),
  /** Sends the held events. */
  release: () => control("POST", "release"),
  fail: (fault: Fault) => control("POST", "faults", { fault }),
  /** Ends all faults. */
  reset: () => control("POST", "reset"),
}
