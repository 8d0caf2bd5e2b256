import { BankError } from "./errors"
import { amount, currency, merchantReference, metadata, terms, usage } from "./domain-fields"
import { httpUrl, list, locale, object, oneOf, optional, required, text } from "./fields"

const readPayment = object({
  merchant_reference: required(merchantReference),
  intent: required(oneOf("sale", "preauth")),
  amount: required(amount),
  currency: required(currency),
  description: optional(text(500)),
  return_url: required(httpUrl),
  locale: optional(locale),
  customer: optional(object({ reference: optional(text(100)), email: optional(text(320)) })),
  save_card: optional(object({ usage: required(usage), terms })),
  sca: optional(
    object({
      exemption_requested: optional(
        oneOf("low_value", "transaction_risk_analysis", "trusted_beneficiary", "recurring", "corporate")
      ),
    })
  ),
  metadata,
})

/** The validated body of a payment; absent optional members are null. Amount in minor units. */
export type PaymentInput = ReturnType<typeof readPayment>

/**
 * Validates the body of `POST /payments`. Throws 400 `invalid_request` with the field, or 422 when this merchant has
 * no account in the currency.
 */
export function readPaymentInput(body: unknown, currencies: string[]): PaymentInput {
  const input = readPayment(body, "")
  assertCurrencySupported(input.currency, currencies)
  return input
}

/** Throws 422 `currency_not_supported` unless the merchant has an account in this currency. */
export function assertCurrencySupported(currency: string, currencies: string[]): void {
  if (currencies.includes(currency)) return
  const message = `This merchant accepts ${list(currencies)}, not ${currency}.`
  throw new BankError("currency_not_supported", message, { field: "currency" })
}
