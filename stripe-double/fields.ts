import { invalid } from "./stripe-error"

/** The parameters of a request: each name as it is sent, such as `metadata[session_id]`. */
export type Fields = Readonly<Record<string, string>>

/** Reads a body, or a query, of `application/x-www-form-urlencoded`. */
export const fieldsIn = (text: string): Fields => Object.fromEntries(new URLSearchParams(text))

/** An amount in minor units: a positive integer, at most 99999999. */
export function amountIn(fields: Fields, name = "amount"): number {
  const text = fields[name] ?? ""
  if (!text) throw invalid(`Missing required param: ${name}.`, "parameter_missing")
  if (!/^\d+$/.test(text)) throw invalid(`Invalid integer: ${text}`, "parameter_invalid_integer")
  const amount = Number(text)
  if (amount < 1) throw invalid("This value must be greater than or equal to 1.", "parameter_invalid_integer")
  if (amount > 99_999_999) throw invalid("Amount must be no more than 999,999.99.", "amount_too_large")
  return amount
}

/** The currency of a request, in lower case. Throws for one that is no currency code. */
export function currencyIn({ currency = "" }: Fields): string {
  if (/^[a-z]{3}$/i.test(currency)) return currency.toLowerCase()
  throw invalid(`Invalid currency: ${currency}`)
}

/** The members of `metadata[…]`. */
export function metadataIn(fields: Fields): Record<string, string> {
  const named = Object.entries(fields).flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    return key ? [[key, value] as const] : []
  })
  return Object.fromEntries(named)
}
