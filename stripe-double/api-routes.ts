import type { Account } from "./account"
import { confirm } from "./confirm"
import { amountIn, currencyIn, type Fields, metadataIn } from "./fields"
import type { Intent } from "./intent"
import { captureMethodOf } from "./intents"
import { invalid } from "./stripe-error"

/** An API call: the account, the id in the path, the parameters, and whether the key is the secret one. */
export interface Call {
  readonly account: Account
  readonly id: string
  readonly fields: Fields
  readonly isSecret: boolean
}

type Handler = (call: Call) => unknown

/** Each route: a method and a path, in which `:id` is a parameter. Stripe's own paths. */
export const ROUTES: Readonly<Record<string, Handler>> = {
  "POST /v1/payment_intents": create,
  "GET /v1/payment_intents/:id": retrieve,
  "POST /v1/payment_intents/:id": update,
  "POST /v1/payment_intents/:id/confirm": confirmAsShopper,
  "POST /v1/payment_intents/:id/capture": ({ account, id, fields }) =>
    account.intents.capture(
      id,
      "amount_to_capture" in fields ? amountIn(fields, "amount_to_capture") : undefined
    ),
  "POST /v1/payment_intents/:id/cancel": ({ account, id }) => account.intents.cancel(id),
  "POST /v1/refunds": refund,
  "POST /v1/payment_methods": ({ account, fields }) =>
    account.methods.enter({ "payment_method_data[card][number]": fields["card[number]"] ?? "" }),
  "GET /v1/payment_methods/:id": ({ account, id }) => account.methods.find(id),
  "POST /v1/payment_methods/:id/attach": ({ account, id, fields }) =>
    account.methods.attach(id, account.customers.find(fields.customer ?? "").id),
  "POST /v1/payment_methods/:id/detach": ({ account, id }) => account.methods.detach(id),
  "POST /v1/customers": ({ account, fields }) => account.customers.create(fields.email ?? null),
  "POST /v1/test_helpers/shared_payment/granted_tokens": ({ account, fields }) =>
    account.granted.create(fields),
  "GET /v1/customers/:id": ({ account, id }) => account.customers.find(id),
  "GET /v1/customers/:id/payment_methods": ({ account, id }) => ({
    object: "list",
    data: account.methods.listOf(account.customers.find(id).id),
    has_more: false,
  }),
}

/** The only routes for the publishable key; the client secret of the payment is its permission. */
export const PUBLIC_ROUTES = ["GET /v1/payment_intents/:id", "POST /v1/payment_intents/:id/confirm"]

function create({ account, fields }: Call): Intent {
  const amount = amountIn(fields)
  if (amount < 50) throw invalid("Amount must convert to at least 50 cents.", "amount_too_small")
  const { id } = account.intents.create({
    amount,
    currency: currencyIn(fields),
    metadata: metadataIn(fields),
    capture_method: captureMethodOf(fields.capture_method),
    customer: fields.customer ?? null,
  })
  return fields.confirm === "true" ? confirm(account, id, fields) : account.intents.find(id)
}

function update({ account, id, fields }: Call): Intent {
  const amount = "amount" in fields ? { amount: amountIn(fields) } : {}
  return shown(account, account.intents.update(id, { ...amount, metadata: metadataIn(fields) }), fields)
}

function retrieve({ account, id, fields, isSecret }: Call): Intent {
  if (!isSecret) account.intents.findForCustomer(id, fields.client_secret)
  return shown(account, account.intents.find(id), fields)
}

function confirmAsShopper({ account, id, fields, isSecret }: Call): Intent {
  if (!isSecret) account.intents.findForCustomer(id, fields.client_secret)
  return confirm(account, id, fields)
}

function refund({ account, fields }: Call) {
  if (!fields.payment_intent) throw invalid("Missing required param: payment_intent.", "parameter_missing")
  return account.refunds.create(fields.payment_intent, "amount" in fields ? amountIn(fields) : undefined)
}

/** The intent, with its payment method in full if `expand` asks for it. */
function shown({ methods }: Account, intent: Intent, fields: Fields): Intent {
  const expands = Object.entries(fields).some(
    ([name, value]) => name.startsWith("expand[") && value === "payment_method"
  )
  if (!expands || !intent.payment_method) return intent
  return Object.assign({}, intent, { payment_method: methods.find(intent.payment_method) })
}
