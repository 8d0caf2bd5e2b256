import { CURRENCY_NUMBERS } from "../../domain/currency-numbers"
import { BankError } from "../driver"

/** The currencies that the driver knows, as uppercase ISO 4217 codes. */
export const REDSYS_CURRENCIES: readonly string[] = [...CURRENCY_NUMBERS.keys()]

/** EUR -> "978". Throws BankError, not executed, for a currency that the driver does not know. */
export function numericCodeOf(currency: string): string {
  const numeric = CURRENCY_NUMBERS.get(currency)
  if (numeric) return numeric
  throw new BankError(
    "currency_not_supported",
    "not_executed",
    `The driver of Redsys does not know the currency ${currency}`
  )
}
