import type { Bank } from "../bank"
import { writeMessage } from "./redsys-message"
import type { RedsysOrder } from "./redsys-orders"
import { notificationParameters } from "./redsys-parameters"

const TIMEOUT_MS = 10_000

/** Posts the result of a payment to its notification URL, once and without following redirects, as Redsys does. */
export async function notifyMerchant(bank: Bank, order: RedsysOrder): Promise<void> {
  if (!order.notification_url) return
  const message = writeMessage(order.merchant, notificationParameters(order, bank.clock.now()))
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
    error,
  })
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
