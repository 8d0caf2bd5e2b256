import { brandNumber } from "./redsys-cards"
import { numericCurrency } from "./numeric-currency"
import type { RedsysOrder } from "./redsys-orders"

/** The number of Bizum among Redsys' payment methods. */
const BIZUM = "68"

/** The result of one operation of an order, for a response. */
export function resultParameters(
  order: RedsysOrder,
  { type, amount, response }: { type: string; amount: number; response: string }
): Record<string, string> {
  return {
    Ds_Amount: String(amount),
    Ds_Currency: numericCurrency(order.currency),
    Ds_Order: order.order,
    Ds_MerchantCode: order.merchant.merchant_code,
    Ds_Terminal: order.terminal.padStart(3, "0"),
    Ds_Response: response,
    Ds_TransactionType: type,
    Ds_MerchantData: order.merchant_data,
    Ds_Language: order.language,
    Ds_SecurePayment: order.page ? "1" : "0",
    ...(order.method === "bizum" && { Ds_ProcessedPayMethod: BIZUM }),
    ...cardParameters(order),
  }
}

/** The result of a payment on the page, for its notification. Redsys escapes the date and the time. */
export function notificationParameters(order: RedsysOrder, now: Date): Record<string, string> {
  const [date = "", time = ""] = now.toISOString().split("T")
  const { Ds_Language: Ds_ConsumerLanguage = "1", ...result } = resultParameters(order, {
    type: order.type,
    amount: order.amount,
    response: order.response ?? "9998",
  })
  return {
    Ds_Date: encodeURIComponent(date.split("-").reverse().join("/")),
    Ds_Hour: encodeURIComponent(time.slice(0, 5)),
    ...result,
    Ds_ConsumerLanguage,
  }
}

function cardParameters({ card, saved_card }: RedsysOrder): Record<string, string> {
  if (!card) return {}
  return {
    Ds_Card_Brand: brandNumber(card),
    Ds_Card_Number: `${card.number.slice(0, 6)}******${card.number.slice(-4)}`,
    Ds_ExpiryDate: `${String(card.expYear).slice(-2)}${String(card.expMonth).padStart(2, "0")}`,
    ...(saved_card && {
      Ds_Merchant_Identifier: saved_card.identifier,
      ...(saved_card.cof_type && { Ds_Merchant_Cof_Txnid: saved_card.network_transaction_id }),
    }),
  }
}
