import type { GwbOptions } from "../../options"
import {
  type BankDriver,
  BankError,
  type CreatePayment,
  type DriverOptions,
  type OpenedPayment,
  type StoredCard,
} from "../driver"
import { type GwbClient, gwbClient } from "./gwb-client"
import { merchantKey } from "./gwb-keys"
import { acknowledge, notificationReader } from "./gwb-notification"
import { readEvents } from "./gwb-events"
import { readSnapshot } from "./gwb-snapshot"
import { readToken } from "./gwb-token"

/** The driver for GWB/1 banks. All messages are signed in both directions (docs/bank.md). */
export function gwb(options: DriverOptions<GwbOptions>): BankDriver {
  const key = merchantKey(options.bank.merchant_key)
  const client = gwbClient(options.bank, key)
  return {
    capabilities: {
      intents: ["sale", "preauth"],
      methods: ["card"],
      capture: "multiple",
      void: true,
      refund: "partial",
      tokenize: "standalone",
      mit: true,
      query: true,
      events: true,
      customer_data: false,
    },

    async createPayment(input, context) {
      return readSnapshot(await client.post("/payments", bodyOf(input), context))
    },

    async capturePayment({ payment, ...capture }, context) {
      return readSnapshot(await client.post(`${pathOf(payment)}/captures`, capture, context))
    },

    async voidPayment({ payment }, context) {
      return readSnapshot(await client.post(`${pathOf(payment)}/void`, {}, context))
    },

    async refundPayment({ payment, full: _, ...refund }, context) {
      return readSnapshot(await client.post(`${pathOf(payment)}/refunds`, refund, context))
    },

    async listEvents(after) {
      return readEvents(
        await client.get(`/events?${new URLSearchParams({ after: String(after), limit: "100" })}`)
      )
    },

    async findPayment({ merchant_reference }) {
      const [found] = await listed(client, "/payments", merchant_reference)
      return found === undefined ? null : readSnapshot(found)
    },

    async ping() {
      await listed(client, "/payments", "ping")
    },

    async startTokenSetup(setup, context) {
      return readToken(await client.post("/tokens", setup, context))
    },

    async findToken(card) {
      const found = await tokenAt(client, card)
      return found === undefined ? null : readToken(found)
    },

    async revokeToken({ id }) {
      return readToken(await client.delete(`/tokens/${id}`))
    },

    async chargeToken({ bank_token_id, ...charge }, context) {
      const body = { ...charge, intent: "sale" }
      return readSnapshot(await client.post(`/tokens/${bank_token_id}/charges`, body, context))
    },

    readNotification: notificationReader(options, client.keys),
    acknowledge,
    publicKeys: () => ({ keys: [key.public_jwk] }),
  }
}

const pathOf = ({ bank_payment_id }: OpenedPayment) => `/payments/${bank_payment_id}`

function bodyOf({ customer_email: email, save_card, method: _, customer: __, ...input }: CreatePayment) {
  if (!save_card) return { ...input, ...(email && { customer: { email } }) }
  const { customer_reference: reference, ...agreement } = save_card
  return { ...input, customer: { reference, ...(email && { email }) }, save_card: agreement }
}

async function tokenAt(
  client: GwbClient,
  { bank_token_id, merchant_reference }: StoredCard
): Promise<unknown> {
  if (bank_token_id) return client.get(`/tokens/${bank_token_id}`).catch(unlessNotFound)
  return (await listed(client, "/tokens", merchant_reference))[0]
}

async function listed(client: GwbClient, path: string, merchant_reference: string): Promise<unknown[]> {
  const { data } = (await client.get(`${path}?${new URLSearchParams({ merchant_reference })}`)) as {
    data: unknown[]
  }
  return data
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof BankError) || error.code !== "not_found") throw error
}
