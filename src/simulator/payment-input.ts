import { BankError } from "./errors"
import {
  list,
  object,
  optional,
  required,
  text,
  integer,
  matching,
  oneOf,
  httpUrl,
  locale,
  textMap,
} from "./fields"

const MAX_AMOUNT = 1_000_000_000_000

const readTerms = object({
  max_amount: optional(integer(1, MAX_AMOUNT)),
  frequency_days: optional(integer(1, 366)),
  expires_at: optional(text(40)),
})

const readPayment = object({
  merchant_reference: required(matching(/^[\w.:-]{1,64}$/, "1 to 64 letters, digits or _ . : -")),
  intent: required(oneOf("sale", "preauth")),
  amount: required(integer(1, MAX_AMOUNT)),
  currency: required(matching(/^[A-Z]{3}$/, "an uppercase ISO 4217 code")),
  description: optional(text(500)),
  return_url: required(httpUrl),
  locale: optional(locale),
  customer: optional(object({ reference: optional(text(100)), email: optional(text(320)) })),
  save_card: optional(
    object({ usage: required(oneOf("recurring", "unscheduled", "installment")), terms: optional(readTerms) })
  ),
  sca: optional(
    object({
      exemption_requested: optional(
        oneOf("low_value", "transaction_risk_analysis", "trusted_beneficiary", "recurring", "corporate")
      ),
    })
  ),
  metadata: optional(textMap(50, 500)),
})

/** What a merchant asked for: everything checked, absent optional members null. Amount in minor units. */
export type PaymentInput = Omit<ReturnType<typeof readPayment>, "metadata"> & {
  metadata: Record<string, string>
}

/**
 * Reads the body of `POST /payments`. Throws 400 `invalid_request` naming the field, or 422 when this merchant
 * has no account in that currency.
 */
export function readPaymentInput(body: unknown, currencies: string[]): PaymentInput {
  const input = readPayment(body, "")
  if (!currencies.includes(input.currency)) {
    const message = `This merchant takes ${list(currencies)}, not ${input.currency}.`
    throw new BankError("currency_not_supported", message, { field: "currency" })
  }
  return { ...input, metadata: input.metadata ?? {} }
}
