import { currencyOfNumber } from "../../domain/currency-numbers"
import { z } from "@medusajs/framework/zod"
import { isStorable } from "../../domain/storable"
import type { CardFacts } from "../driver"

const text = z.union([z.string(), z.number()]).transform(String)
const optionalText = text.nullish().transform((value) => value || null)

/** Redsys writes these names in varying case, so they are read in lowercase. */
const Operation = z
  .object({
    ds_order: text,
    ds_merchantcode: text,
    ds_terminal: text,
    ds_transactiontype: text,
    ds_response: text.pipe(z.string().regex(/^\d{1,4}$/)),
    ds_amount: text.pipe(z.string().regex(/^\d{1,15}$/)),
    ds_currency: text,
    ds_merchantdata: optionalText,
    ds_merchant_identifier: optionalText,
    ds_merchant_cof_txnid: optionalText,
    ds_card_brand: optionalText,
    ds_card_last4: optionalText,
    ds_card_number: optionalText,
    ds_cardnumber: optionalText,
    ds_expirydate: optionalText,
  })
  .transform((fields, context) => {
    const currency = currencyOfNumber(fields.ds_currency)
    if (currency) return { fields, currency }
    context.addIssue({ code: "custom", message: "unknown currency" })
    return z.NEVER
  })

/** The result of an operation, as in a response or a notification. Amount in minor units. */
export interface RedsysOperation {
  readonly order: string
  readonly merchant_code: string
  /** Without leading zeros. */
  readonly terminal: string
  readonly transaction_type: string
  /** The response code. */
  readonly response: string
  readonly amount: number
  readonly currency: string
  /** The reference that the store sent with the payment. */
  readonly merchant_reference: string | null
  /** The saved card's identifier, if a card was saved. */
  readonly identifier: string | null
  readonly network_transaction_id: string | null
  readonly card: CardFacts | null
}

/**
 * Parses the verified parameters of a response or a notification. Undefined if they describe no operation, or have a text
 * that the database cannot store.
 */
export function parseOperation(params: Record<string, unknown>): RedsysOperation | undefined {
  if (!isStorable(params)) return undefined
  const lowercase = Object.entries(params).map(([name, value]) => [name.toLowerCase(), value])
  const parsed = Operation.safeParse(Object.fromEntries(lowercase)).data
  if (!parsed) return undefined
  const { fields, currency } = parsed
  return {
    order: fields.ds_order,
    merchant_code: fields.ds_merchantcode,
    terminal: fields.ds_terminal.replace(/^0+(?=\d)/, ""),
    transaction_type: fields.ds_transactiontype,
    response: fields.ds_response,
    amount: Number(fields.ds_amount),
    currency,
    merchant_reference: fields.ds_merchantdata,
    identifier: fields.ds_merchant_identifier,
    network_transaction_id: fields.ds_merchant_cof_txnid,
    card: cardOf(fields),
  }
}

const BRANDS = new Map(
  Object.entries({
    "1": "visa",
    "2": "mastercard",
    "6": "diners",
    "8": "amex",
    "9": "jcb",
    "22": "unionpay",
  })
)

type Fields = Partial<Record<`ds_${string}`, string | null>>

/** The displayable data of the card. Null if the terminal does not send the card's last digits. */
function cardOf(fields: Fields): CardFacts | null {
  const number = fields.ds_card_last4 ?? fields.ds_card_number ?? fields.ds_cardnumber ?? ""
  const [last4] = /\d{4}$/.exec(number) ?? []
  if (!last4) return null
  const [, year, month] = /^(\d\d)(\d\d)$/.exec(fields.ds_expirydate ?? "") ?? []
  return {
    brand: BRANDS.get(fields.ds_card_brand ?? "") ?? "unknown",
    last4,
    exp_month: month ? Number(month) : null,
    exp_year: year ? 2000 + Number(year) : null,
  }
}
