import { amountOf, newOrder, orderOf } from "./open-order"
import { endPayment } from "./end-payment"
import { APPROVED, responseToCharge } from "./redsys-cards"
import type { RedsysRequest } from "./redsys-message"
import type { RedsysOperation, RedsysOrder, RedsysOrders, SavedCard } from "./redsys-orders"
import { type SisCode, SisError } from "./sis-error"

/** What an operation did: the order it belongs to, and its result. */
export interface Executed {
  order: RedsysOrder
  operation: RedsysOperation
}

type Execute = (orders: RedsysOrders, request: RedsysRequest, now: Date) => Executed

/** The operations of the REST interface by transaction type. Each throws a SisError if it is not executed. */
const OPERATIONS: Record<string, Execute> = {
  "0": charge,
  "2": capture,
  "3": refund,
  "9": cancel,
  "44": deleteCard,
}

/** Executes a request of the REST interface. Throws a SisError. */
export const executeOperation: Execute = (orders, request, now) => {
  const execute = OPERATIONS[request.text("DS_MERCHANT_TRANSACTIONTYPE")]
  if (!execute) throw new SisError("SIS0022")
  return execute(orders, request, now)
}

/** A charge of a saved card without the customer. */
function charge(orders: RedsysOrders, request: RedsysRequest, now: Date): Executed {
  const saved = orders.savedCard(request.merchant, request.text("DS_MERCHANT_IDENTIFIER"))
  const order = { ...orderOf(request), card: saved.card }
  orders.add(order)
  if (!isByMerchant(request)) endPayment(order, "0195")
  else endPayment(order, isAgreed(request, saved) ? responseToCharge(saved.card, order.amount, now) : "0190")
  return { order, operation: { type: "0", amount: order.amount, response: order.response ?? "" } }
}

const isByMerchant = ({ text }: RedsysRequest) =>
  text("DS_MERCHANT_EXCEP_SCA") === "MIT" && text("DS_MERCHANT_DIRECTPAYMENT") === "true"

/** Whether a charge names the first transaction of the agreement, and its kind of charges. */
const isAgreed = ({ text }: RedsysRequest, { cof_type, network_transaction_id }: SavedCard) =>
  cof_type !== "" &&
  text("DS_MERCHANT_COF_INI") === "N" &&
  text("DS_MERCHANT_COF_TYPE") === cof_type &&
  text("DS_MERCHANT_COF_TXNID") === network_transaction_id

function capture(orders: RedsysOrders, request: RedsysRequest): Executed {
  const amount = amountOf(request)
  const order = known(orders, request, "SIS0059")
  if (order.captured) throw new SisError("SIS0060")
  if (order.type !== "1" || order.response !== APPROVED || order.is_voided) throw new SisError("SIS0061")
  if (amount > order.amount) throw new SisError("SIS0062")
  order.captured = amount
  return noted(order, { type: "2", amount, response: "0900" })
}

function refund(orders: RedsysOrders, request: RedsysRequest): Executed {
  const amount = amountOf(request)
  const order = known(orders, request, "SIS0054")
  if (!order.captured) throw new SisError("SIS0056")
  if (order.refunded + amount > order.captured) throw new SisError("SIS0057")
  order.refunded += amount
  return noted(order, { type: "3", amount, response: "0900" })
}

function cancel(orders: RedsysOrders, request: RedsysRequest): Executed {
  // Throws for a wrong amount or another currency.
  amountOf(request)
  const order = known(orders, request, "SIS0225")
  if (order.is_voided) throw new SisError("SIS0222")
  if (order.type !== "1" || order.response !== APPROVED || order.captured) throw new SisError("SIS0061")
  order.is_voided = true
  return noted(order, { type: "9", amount: order.amount, response: "0400" })
}

function deleteCard(orders: RedsysOrders, request: RedsysRequest): Executed {
  const saved = orders.savedCard(request.merchant, request.text("DS_MERCHANT_IDENTIFIER"))
  orders.deleteCard(saved)
  const operation = { type: "44", amount: 0, response: APPROVED }
  return { order: newOrder(request, operation), operation }
}

function known(orders: RedsysOrders, { merchant, order, terminal }: RedsysRequest, missing: SisCode) {
  const found = orders.find(merchant, order)
  if (found?.terminal !== terminal) throw new SisError(missing)
  return found
}

function noted(order: RedsysOrder, operation: RedsysOperation): Executed {
  order.operations.push(operation)
  return { order, operation }
}
