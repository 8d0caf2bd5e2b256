import { DemoFailure } from "../failure"
import { expectJson } from "./answers"
import { readAttribute } from "./form"
import type { Talk } from "./talk"

const TEST_CARD = "4242424242424242"

/** Whether a payment's page is that of the store, on which customers pay through Stripe. */
export const isPageOfStore = (url: string): boolean => new URL(url).pathname.startsWith("/gw-bank/v1/pay/")

/**
 * Acts as the customer on the store's page: confirms the payment with a test card as Stripe.js does, and closes the page.
 * Throws a DemoFailure if the page loads Stripe.js from Stripe itself, whose card form takes no card of a script.
 */
export async function payOnPage(url: string, talk: Talk): Promise<void> {
  const { text } = await talk("GET", url)
  const [form = "", script = ""] = [
    /<form\b[^>]*>/.exec(text)?.[0],
    /<script\b[^>]* src=[^>]*>/.exec(text)?.[0],
  ]
  const [key, client_secret] = [readAttribute(form, "data-key"), readAttribute(form, "data-secret")]
  const stripe_js = readAttribute(script, "src")
  if (!key || !client_secret || !stripe_js) throw new DemoFailure(`${url} takes no payment.`)
  const { hostname, origin } = new URL(stripe_js)
  if (hostname === "js.stripe.com")
    throw new DemoFailure("The page uses Stripe itself: run the agent with --person, and pay in a browser.")
  const id = client_secret.split("_secret_")[0]
  const card = { "payment_method_data[type]": "card", "payment_method_data[card][number]": TEST_CARD }
  const form_data = new URLSearchParams({ key, client_secret, ...card })
  const answer = await talk("POST", `${origin}/v1/payment_intents/${id}/confirm`, { form: form_data })
  // A return to the store could meet Stripe's webhook, and Medusa logs the slower of the two as an error.
  expectJson(answer, 200, "The Stripe double")
}
