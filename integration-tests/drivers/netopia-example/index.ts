import {
  type BankDriver,
  BankError,
  type PaymentSnapshot,
  type StoredPayment,
} from "../../../src/drivers/driver"
import { netopiaClient } from "./netopia-client"
import { acknowledge, notificationReader } from "./netopia-notification"
import { parsePayment, snapshotOf } from "./netopia-payment"
import type { StoreOptions } from "./options"
import { startPayment } from "./start-payment"

/** NETOPIA may convert an order in another currency and report the converted amount, which is not the requested one. */
const CURRENCY = "RON"

/**
 * An example of a driver, for the card payments of NETOPIA's API v2 (docs/extending.md). No store can select it, and it
 * was never used with NETOPIA itself. The customer pays on NETOPIA's page. Captures, voids and refunds are not part of
 * the API.
 */
export function netopia({ base_url, bank }: StoreOptions): BankDriver {
  const call = netopiaClient(bank)
  const merchant = { base_url, merchant_id: bank.merchant_id }

  async function current({
    merchant_reference: orderID,
    bank_payment_id,
  }: Pick<StoredPayment, "merchant_reference" | "bank_payment_id">): Promise<PaymentSnapshot | null> {
    const key = { posID: bank.merchant_id, ntpID: bank_payment_id ?? "", orderID }
    const answer = await call("/operation/status", key).catch(unlessNotFound)
    return answer === undefined ? null : readAnswer(answer, orderID)
  }

  return {
    capabilities: {
      intents: ["sale"],
      methods: ["card"],
      capture: "none",
      void: false,
      refund: "none",
      tokenize: "none",
      mit: false,
      query: true,
      events: false,
      customer_data: false,
    },

    async createPayment(input, { repeated }) {
      if (input.currency !== CURRENCY)
        throw new BankError("currency_not_supported", "not_executed", `payments are in ${CURRENCY} only`)
      const key = { merchant_reference: input.merchant_reference, bank_payment_id: null }
      const known = repeated ? await current(key) : null
      const opened = known ?? (await startPayment(call, merchant, input)) ?? (await current(key))
      if (opened) return opened
      throw new BankError("duplicate_reference", "unknown", "the order number was used before")
    },

    findPayment: current,

    async ping() {
      await current({ merchant_reference: "ping", bank_payment_id: null })
    },

    readNotification: notificationReader(bank),
    acknowledge,
    publicKeys: () => undefined,
    capturePayment: unsupported,
    voidPayment: unsupported,
    refundPayment: unsupported,
    listEvents: unsupported,
    startTokenSetup: unsupported,
    findToken: unsupported,
    revokeToken: unsupported,
    chargeToken: unsupported,
  }
}

/** The payment in the answer to a query. Throws BankError, unknown, for another order or a status without a meaning. */
function readAnswer(answer: unknown, order_id: string): PaymentSnapshot {
  const payment = parsePayment(answer)
  if (payment?.order_id !== order_id)
    throw new BankError("malformed_answer", "unknown", "NETOPIA's answer is not about this order")
  const snapshot = snapshotOf(payment)
  if (snapshot) return snapshot
  throw new BankError("status_not_supported", "unknown", `the status ${payment.status} has no known meaning`)
}

/** NETOPIA does not document its answer about an unknown order. Only a rejection with 404 is taken for that. */
function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof BankError) || error.code !== "not_found") throw error
}

function unsupported(): Promise<never> {
  return Promise.reject(
    new BankError("unsupported_by_gateway", "not_executed", "NETOPIA does not support the call")
  )
}
