import { randomBytes } from "node:crypto"
import { numericCurrency } from "./numeric-currency"
import type { RedsysRequest } from "./redsys-message"
import type { Method, RedsysOrder } from "./redsys-orders"
import { SisError } from "./sis-error"

const TRIES = 3

/** The amount of a request in minor units. Throws a SisError for a wrong format or another currency. */
export function amountOf({ text, currency }: RedsysRequest): number {
  if (!/^[1-9]\d{0,11}$/.test(text("DS_MERCHANT_AMOUNT"))) throw new SisError("SIS0019")
  if (text("DS_MERCHANT_CURRENCY").replace(/^0+/, "") !== numericCurrency(currency))
    throw new SisError("SIS0027")
  return Number(text("DS_MERCHANT_AMOUNT"))
}

/** The order that a sale or an authorization asks for, not yet stored. Throws a SisError. */
export function orderOf(request: RedsysRequest): RedsysOrder {
  const type = request.text("DS_MERCHANT_TRANSACTIONTYPE")
  if (!["0", "1"].includes(type)) throw new SisError("SIS0022")
  const order = newOrder(request, { type, amount: amountOf(request) })
  const methods = methodsOf(order, request.text("DS_MERCHANT_PAYMETHODS"))
  return { ...order, methods, method: methods.includes("card") ? "card" : "bizum" }
}

/** What the page offers: what the merchant names, otherwise every method that is possible. Throws a SisError. */
function methodsOf({ type, currency, saves_card }: RedsysOrder, named: string): readonly Method[] {
  const hasBizum = type === "0" && currency === "EUR" && !saves_card
  if (named === "z" && !hasBizum) throw new SisError("SIS0022")
  if (named === "z") return ["bizum"]
  return hasBizum && !named ? ["card", "bizum"] : ["card"]
}

/** An order of this type and amount without any operation. */
export function newOrder(
  { merchant, order, terminal, currency, text }: RedsysRequest,
  { type, amount }: { type: string; amount: number }
): RedsysOrder {
  return {
    merchant,
    order,
    terminal,
    currency,
    type,
    amount,
    merchant_data: text("DS_MERCHANT_MERCHANTDATA"),
    description: text("DS_MERCHANT_PRODUCTDESCRIPTION"),
    language: text("DS_MERCHANT_CONSUMERLANGUAGE") || "1",
    notification_url: text("DS_MERCHANT_MERCHANTURL"),
    ok_url: text("DS_MERCHANT_URLOK"),
    ko_url: text("DS_MERCHANT_URLKO"),
    methods: ["card"],
    method: "card",
    saves_card: text("DS_MERCHANT_IDENTIFIER") === "REQUIRED",
    cof_type: text("DS_MERCHANT_COF_INI") === "S" ? text("DS_MERCHANT_COF_TYPE") : "",
    page: null,
    response: null,
    saved_card: null,
    card: null,
    captured: 0,
    refunded: 0,
    is_voided: false,
    operations: [],
    is_notified: false,
  }
}

/** A new page for the customer. */
export const newPage = (): NonNullable<RedsysOrder["page"]> => ({
  id: randomBytes(16).toString("hex"),
  csrf: randomBytes(16).toString("hex"),
  card: null,
  tries_left: TRIES,
})
