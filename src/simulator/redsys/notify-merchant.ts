import type { Bank } from "../bank"
import { type RedsysMessage, writeMessage } from "./redsys-message"
import type { RedsysOrder } from "./redsys-orders"
import { notificationParameters } from "./redsys-parameters"

const TIMEOUT_MS = 10_000

/** How a notification is forged: another signature, or a genuine signature over another amount. */
export const REDSYS_FORGERIES = ["bad_signature", "amount_mismatch"] as const
export type RedsysForgery = (typeof REDSYS_FORGERIES)[number]

/**
 * Posts the result of a payment to its notification URL, once and without following redirects, as Redsys does. Returns the
 * status of the response; null if there was none, or if the payment has no notification URL.
 */
export async function notifyMerchant(
  bank: Bank,
  order: RedsysOrder,
  forgery: RedsysForgery | null = null
): Promise<number | null> {
  if (!order.notification_url) return null
  const message = messageOf(order, bank.clock.now(), forgery)
  const { status, error } = await post(order.notification_url, new URLSearchParams({ ...message }))
  bank.log.add(bank.clock.now(), {
    kind: "delivery",
    event_id: order.order,
    type: `redsys.${order.response}`,
    merchant_id: order.merchant.merchant_code,
    url: order.notification_url,
    attempt: 1,
    jti: message.Ds_Signature,
    status,
    outcome: status === 200 ? "delivered" : "given_up",
    ...(forgery && { forged: forgery }),
    error,
  })
  if (status === 200 && !forgery) order.is_notified = true
  return status
}

function messageOf(order: RedsysOrder, now: Date, forgery: RedsysForgery | null): RedsysMessage {
  const parameters = notificationParameters(order, now)
  if (forgery === "amount_mismatch") parameters.Ds_Amount = String(order.amount + 1)
  const message = writeMessage(order.merchant, parameters)
  if (forgery !== "bad_signature") return message
  const [first = "", ...rest] = message.Ds_Signature
  return { ...message, Ds_Signature: [first === "A" ? "B" : "A", ...rest].join("") }
}

async function post(url: string, body: URLSearchParams): Promise<{ status: number | null; error?: string }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status } = await fetch(url, { method: "POST", body, redirect: "manual", signal })
    return { status }
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) }
  }
}
