import { z } from "@medusajs/framework/zod"
import { BankError, type CreatePayment, type PaymentSnapshot } from "../../../src/drivers/driver"
import { toWireAmount } from "./amounts"
import type { NetopiaClient } from "./netopia-client"
import { Code, PageUrl, snapshotOf } from "./netopia-payment"

/** The path below the store's URL at which NETOPIA's notifications arrive. */
const NOTIFICATION_PATH = "/gw-bank/v1/ipn/netopia"

/** "Redirect the customer to the payment page": the answer to a payment without a card number. */
const PAGE_REQUIRED = "101"

/** The order number was used before, for the same amount or for another one. */
const USED_BEFORE = ["56", "99"]

const Answer = z.object({
  error: z.object({ code: Code }),
  payment: z.object({ ntpID: z.string().min(1), status: z.literal(1), paymentURL: PageUrl }).nullish(),
})

/** The store's addresses, and its point of sale. */
export interface Merchant {
  readonly base_url: string
  readonly merchant_id: string
}

/**
 * Opens NETOPIA's page for a payment. Undefined if the order number was used before, so that nothing was opened. The
 * store never sends a card number. Throws BankError.
 */
export async function startPayment(
  call: NetopiaClient,
  merchant: Merchant,
  input: CreatePayment
): Promise<PaymentSnapshot | undefined> {
  const answer = Answer.safeParse(await call("/payment/card/start", startBody(merchant, input))).data
  if (answer && USED_BEFORE.includes(answer.error.code)) return undefined
  const payment = answer?.error.code === PAGE_REQUIRED ? answer.payment : undefined
  const snapshot = payment && snapshotOf(openedPayment(input, payment))
  if (snapshot) return snapshot
  throw new BankError("malformed_answer", "unknown", "NETOPIA's answer does not name the payment page")
}

function startBody({ base_url, merchant_id }: Merchant, input: CreatePayment): object {
  const { merchant_reference, amount, currency, description, return_url, customer_email } = input
  return {
    config: {
      notifyUrl: `${base_url}${NOTIFICATION_PATH}`,
      redirectUrl: return_url,
      cancelUrl: return_url,
      language: "ro",
    },
    payment: { options: { installments: 1 }, instrument: { type: "card" } },
    order: {
      posSignature: merchant_id,
      orderID: merchant_reference,
      description,
      currency,
      amount: toWireAmount(amount, currency),
      dateTime: new Date().toISOString(),
      ...(customer_email && { billing: { email: customer_email } }),
    },
  }
}

function openedPayment(
  { merchant_reference, amount, currency }: CreatePayment,
  { ntpID, status, paymentURL }: { ntpID: string; status: number; paymentURL: string }
) {
  const opened = { ntp_id: ntpID, order_id: merchant_reference, status, page: paymentURL }
  return { ...opened, amount, currency, last4: null, code: null }
}
