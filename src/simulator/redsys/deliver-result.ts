import type { Bank } from "../bank"
import type { IpnFault } from "../fault-input"
import { notifyMerchant, REDSYS_FORGERIES, type RedsysForgery } from "./notify-merchant"
import type { RedsysOrder } from "./redsys-orders"

/**
 * Notifies the merchant of the result of a payment. The oldest fault for it makes the notification late, repeats or drops
 * it, or sends a forged message before it. Resolves when the customer can return: does not wait for a late notification.
 */
export async function deliverResult(bank: Bank, order: RedsysOrder): Promise<void> {
  const event = { merchant_id: order.merchant.merchant_code, type: `redsys.${order.response}` }
  const fault = bank.faults.takeIpn(event, isPossible)?.ipn
  if (!fault) return void (await notifyMerchant(bank, order))
  if (fault.drop) return
  if (!fault.delay_ms) return send(bank, order, fault)
  const key = `redsys ${order.merchant.merchant_code} ${order.order}`
  bank.agenda.set(key, bank.clock.milliseconds() + fault.delay_ms, () => void send(bank, order, fault))
}

const forgeryOf = ({ forge }: IpnFault): RedsysForgery | undefined =>
  REDSYS_FORGERIES.find((known) => known === forge)

/** Redsys notifies once for each payment, so there is nothing to reorder, and its forgeries are fewer. */
const isPossible = (ipn: IpnFault) =>
  ipn.reorder_window === 0 && (ipn.forge === null || Boolean(forgeryOf(ipn)))

async function send(bank: Bank, order: RedsysOrder, fault: IpnFault): Promise<void> {
  const forgery = forgeryOf(fault)
  if (forgery) await notifyMerchant(bank, order, forgery)
  const copies = Array.from({ length: 1 + fault.duplicate }, () => notifyMerchant(bank, order))
  await Promise.all(copies)
}
