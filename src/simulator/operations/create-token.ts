import { currency, merchantReference, terms, usage } from "../domain-fields"
import { httpUrl, locale, object, optional, required, text } from "../fields"
import type { Outcome } from "../idempotency"
import { assertCurrencySupported } from "../payment-input"
import type { TokenRecord } from "../records"
import { openToken } from "../token"
import { assertNewReference, type Call } from "./call"
import { openPage } from "./open-page"

const readToken = object({
  merchant_reference: required(merchantReference),
  customer_reference: optional(text(100)),
  currency: required(currency),
  return_url: required(httpUrl),
  locale: optional(locale),
  usage: required(usage),
  terms,
})

/** `POST /tokens`: creates a page on which the customer saves a card; nothing is charged. */
export function createToken(call: Call, body: unknown): Outcome {
  const { bank, merchant } = call
  const { return_url, locale: _, ...input } = readToken(body, "")
  assertCurrencySupported(input.currency, merchant.currencies)
  assertNewReference(call, "token", input.merchant_reference)
  const id = bank.ids.next("tok", (taken) => bank.ledger.tokens.has(taken))
  const { next_action, session, due } = openPage(call, return_url, null)
  const opening = { id, merchant_id: merchant.merchant_id, ...input }
  const token = openToken(opening, next_action, bank.clock.now())
  const record: TokenRecord = { token, session, due, quirk: null }
  return { status: 201, body: token, facts: [{ kind: "token", record }] }
}
