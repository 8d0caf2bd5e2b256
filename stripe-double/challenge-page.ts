import type { Account } from "./account"
import { authenticate } from "./confirm"
import type { Fields } from "./fields"
import { demand } from "./intents"

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box;
    background: rgb(0 0 0 / .55) }
  form { max-width: 22rem; padding: 1.5rem; border-radius: 1rem; background: Canvas; color: CanvasText }
  h1 { margin: 0; font-size: 1.2rem }
  button { width: 100%; min-height: 2.9rem; margin-top: .75rem; font: inherit; cursor: pointer }`

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card authentication</title><style>${STYLE}</style></head><body>${body}</body></html>`

/**
 * The issuer's page for a card that has to be authenticated. Throws `payment_intent_unexpected_state` unless the payment
 * waits for it, and 401 for another client secret.
 */
export function challengePage({ intents }: Account, id: string, { client_secret = "" }: Fields): string {
  demand(intents.findForCustomer(id, client_secret), ["requires_action"], "You cannot authenticate this")
  const fields = `<input type="hidden" name="client_secret" value="${client_secret}">`
  return page(`<form method="post"><h1>Card authentication</h1>
<p>This page stands for the one of the bank that issued the card.</p>${fields}
<button name="success" value="true">Authenticate</button>
<button name="success" value="false">Fail authentication</button></form>`)
}

/** Stores the customer's decision. Its script sends the result to the page around the frame. */
export function challengeResult({ intents }: Account, id: string, fields: Fields): string {
  intents.findForCustomer(id, fields.client_secret)
  const { status, last_payment_error: error } = authenticate(intents, id, fields.success === "true")
  const message = JSON.stringify(error ? { error } : { status }).replaceAll("<", "\\u003c")
  return page(`<script>parent.postMessage(${message}, "*")</script>`)
}
