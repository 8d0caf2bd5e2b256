import type { Usage } from "../../domain/card"
import type { PaymentMethod } from "../../domain/payment-method"
import type { Intent } from "../../domain/settlement"
import { numericCodeOf } from "./currencies"
import type { OrderCustomer } from "../driver"
import { emv3dsOf } from "./emv3ds"
import type { RequestFields } from "./envelope"
import { languageCodeOf } from "./languages"
import { TRANSACTION_TYPES, type TransactionType } from "./transaction-types"

/** The merchant and its terminal at Redsys. A terminal has one currency. */
export interface Terminal {
  /** The FUC code. */
  readonly merchant_code: string
  readonly terminal: string
}

/** An amount in minor units of a currency (uppercase ISO 4217), for an order number. */
export interface OrderAmount {
  readonly order: string
  readonly amount: number
  readonly currency: string
}

/** A payment on Redsys' page. */
export interface PaymentRequest extends OrderAmount {
  readonly intent: Intent
  /** The store's reference, which Redsys returns in its notification. */
  readonly merchant_reference: string
  readonly description: string
  readonly notification_url: string
  readonly return_url: string
  readonly customer_email?: string
  readonly customer?: OrderCustomer
  /** Default: those of the terminal. */
  readonly method?: PaymentMethod
  /** Also saves the card for charges of this kind. */
  readonly save_card?: Usage
}

/** A merchant-initiated charge of a saved card. */
export interface ChargeRequest extends OrderAmount {
  readonly merchant_reference: string
  readonly description: string
  /** The saved card's identifier at Redsys. */
  readonly identifier: string
  readonly usage: Usage
  /** The network transaction id of the payment with which the card was saved. */
  readonly network_transaction_id: string
}

/** The kinds of credential-on-file transactions: recurring, installment, other. */
const COF_TYPES: Readonly<Record<Usage, string>> = { recurring: "R", installment: "I", unscheduled: "C" }

/** Redsys' letter of the payment method Bizum: the page then offers nothing else. */
const BIZUM = "z"

/** The longest description that Redsys shows. */
const DESCRIPTION_CHARACTERS = 125

/** The fields of a payment to post to the payment page. Throws BankError for an unsupported currency. */
export function paymentFields(terminal: Terminal, payment: PaymentRequest): RequestFields {
  const { intent, merchant_reference, description, notification_url, return_url } = payment
  const { customer_email, customer } = payment
  const language = customer?.locale && languageCodeOf(customer.locale)
  const emv3ds = emv3dsOf(customer_email, customer)
  return {
    ...baseFields(terminal, payment, TRANSACTION_TYPES[intent]),
    ...amountFields(payment),
    DS_MERCHANT_MERCHANTDATA: merchant_reference,
    DS_MERCHANT_PRODUCTDESCRIPTION: shortened(description),
    DS_MERCHANT_MERCHANTURL: notification_url,
    DS_MERCHANT_URLOK: return_url,
    DS_MERCHANT_URLKO: return_url,
    ...(language && { DS_MERCHANT_CONSUMERLANGUAGE: language }),
    ...(payment.method === "bizum" && { DS_MERCHANT_PAYMETHODS: BIZUM }),
    ...(emv3ds && { DS_MERCHANT_EMV3DS: emv3ds }),
    ...(payment.save_card && savedCardFields(payment.save_card)),
  }
}

/** The fields of a capture of an authorized amount. Redsys allows one capture per authorization. */
export const captureFields = (terminal: Terminal, capture: OrderAmount): RequestFields => ({
  ...baseFields(terminal, capture, TRANSACTION_TYPES.capture),
  ...amountFields(capture),
})

/** The fields of a refund of a captured amount or a part of it. */
export const refundFields = (terminal: Terminal, refund: OrderAmount): RequestFields => ({
  ...baseFields(terminal, refund, TRANSACTION_TYPES.refund),
  ...amountFields(refund),
})

/** The fields of a void. Redsys requires the authorized amount. */
export const voidFields = (terminal: Terminal, authorized: OrderAmount): RequestFields => ({
  ...baseFields(terminal, authorized, TRANSACTION_TYPES.void),
  ...amountFields(authorized),
})

/** The fields of a merchant-initiated charge, for which Redsys requires no authentication of the customer. */
export const chargeFields = (terminal: Terminal, charge: ChargeRequest): RequestFields => ({
  ...baseFields(terminal, charge, TRANSACTION_TYPES.sale),
  ...amountFields(charge),
  DS_MERCHANT_MERCHANTDATA: charge.merchant_reference,
  DS_MERCHANT_PRODUCTDESCRIPTION: shortened(charge.description),
  DS_MERCHANT_IDENTIFIER: charge.identifier,
  DS_MERCHANT_COF_INI: "N",
  DS_MERCHANT_COF_TYPE: COF_TYPES[charge.usage],
  DS_MERCHANT_COF_TXNID: charge.network_transaction_id,
  DS_MERCHANT_EXCEP_SCA: "MIT",
  DS_MERCHANT_DIRECTPAYMENT: "true",
})

/** The fields of the deletion of a saved card. */
export const deletionFields = (
  terminal: Terminal,
  { order, identifier }: { readonly order: string; readonly identifier: string }
): RequestFields => ({
  ...baseFields(terminal, { order }, TRANSACTION_TYPES.delete_reference),
  DS_MERCHANT_IDENTIFIER: identifier,
})

const baseFields = (
  { merchant_code, terminal }: Terminal,
  { order }: { readonly order: string },
  type: TransactionType
) => ({
  DS_MERCHANT_ORDER: order,
  DS_MERCHANT_MERCHANTCODE: merchant_code,
  DS_MERCHANT_TERMINAL: terminal,
  DS_MERCHANT_TRANSACTIONTYPE: type,
})

const amountFields = ({ amount, currency }: OrderAmount) => ({
  DS_MERCHANT_AMOUNT: String(amount),
  DS_MERCHANT_CURRENCY: numericCodeOf(currency),
})

const savedCardFields = (usage: Usage) => ({
  DS_MERCHANT_IDENTIFIER: "REQUIRED",
  DS_MERCHANT_COF_INI: "S",
  DS_MERCHANT_COF_TYPE: COF_TYPES[usage],
})

/** Counts whole characters, so that none is cut in two. */
const shortened = (text: string) => [...text].slice(0, DESCRIPTION_CHARACTERS).join("")
