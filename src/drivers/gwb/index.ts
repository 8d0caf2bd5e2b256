import type { GatewayOptions } from "../../options"
import type { BankDriver, CreatePayment } from "../driver"
import { gwbClient } from "./client"
import { merchantKey } from "./keys"
import { acknowledge, notificationReader } from "./notification"
import { readEvents } from "./events"
import { readSnapshot } from "./snapshot"

/** The GWB/1 bank: every message signed both ways (docs/bank.md). */
export function gwb(options: GatewayOptions): BankDriver {
  const key = merchantKey(options.bank.merchant_key)
  const client = gwbClient(options.bank, key)
  return {
    capabilities: {
      intents: ["sale", "preauth"],
      capture: "multiple",
      void: true,
      refund: "partial",
      query: true,
      events: true,
    },

    async createPayment(input, { idempotency_key }) {
      return readSnapshot(await client.post("/payments", bodyOf(input), idempotency_key))
    },

    async capturePayment({ bank_payment_id, ...capture }, { idempotency_key }) {
      return readSnapshot(
        await client.post(`/payments/${bank_payment_id}/captures`, capture, idempotency_key)
      )
    },

    async voidPayment({ bank_payment_id }, { idempotency_key }) {
      return readSnapshot(await client.post(`/payments/${bank_payment_id}/void`, {}, idempotency_key))
    },

    async refundPayment({ bank_payment_id, full: _, ...refund }, { idempotency_key }) {
      return readSnapshot(await client.post(`/payments/${bank_payment_id}/refunds`, refund, idempotency_key))
    },

    async listEvents(after) {
      return readEvents(
        await client.get(`/events?${new URLSearchParams({ after: String(after), limit: "100" })}`)
      )
    },

    async findPayment(merchant_reference) {
      const query = new URLSearchParams({ merchant_reference })
      const { data } = (await client.get(`/payments?${query}`)) as { data: unknown[] }
      return data.length ? readSnapshot(data[0]) : null
    },

    readNotification: notificationReader(options, client.keys),
    acknowledge,
    publicKeys: () => ({ keys: [key.public_jwk] }),
  }
}

function bodyOf({ customer_email, ...input }: CreatePayment): object {
  return { ...input, ...(customer_email && { customer: { email: customer_email } }) }
}
