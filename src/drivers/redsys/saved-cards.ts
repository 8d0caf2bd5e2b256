import { randomUUID } from "node:crypto"
import type { TokenStatus } from "../../domain/card"
import {
  type BankDriver,
  BankError,
  type PaymentSnapshot,
  type StoredCard,
  type TokenCharge,
  type TokenSnapshot,
} from "../driver"
import { orderNumberOf } from "./order-number"
import type { RedsysClient } from "./redsys-client"
import { snapshotAfter, snapshotOf } from "./redsys-snapshot"
import { chargeFields, deletionFields, type Terminal } from "./requests"

/**
 * The calls about saved cards, which are saved with a payment. Redsys reports a card once, in that payment's notification,
 * and cannot be asked about it, so its state is what the store has stored. Throws BankError.
 */
export function savedCardCalls(
  clientOf: (currency: string) => RedsysClient,
  terminalOf: (currency: string) => Terminal
): Pick<BankDriver, "findToken" | "revokeToken" | "chargeToken"> {
  return {
    findToken: (card) => Promise.resolve(storedToken(card)),

    async revokeToken(token) {
      // A deletion may be repeated, also after its number was used by an attempt without an answer.
      const order = orderNumberOf(randomUUID())
      const fields = deletionFields(terminalOf(token.currency), { order, identifier: token.id })
      const { outcome } = await clientOf(token.currency).execute(fields)
      // Redsys does not know a card that was deleted before.
      if (outcome.kind === "approved" || outcome.decline.code === "token_revoked")
        return { ...token, status: "revoked", version: token.version + 1 }
      throw new BankError(
        "declined",
        "not_executed",
        `Redsys did not delete the card: ${outcome.decline.code}`
      )
    },

    async chargeToken(charge, { repeated }) {
      const client = clientOf(charge.currency)
      const known = repeated ? await listedCharge(client, charge) : undefined
      return known ?? execute(client, terminalOf(charge.currency), charge)
    },
  }
}

const paymentOf = ({ merchant_reference, bank_token_id }: TokenCharge) =>
  ({ merchant_reference, intent: "sale", bank_token_id }) as const

/** A charge that an earlier attempt may have made. */
async function listedCharge(client: RedsysClient, charge: TokenCharge): Promise<PaymentSnapshot | undefined> {
  const operations = await client.query(orderNumberOf(charge.merchant_reference))
  return snapshotOf({ ...paymentOf(charge), operations: [], movements: [] }, operations)
}

async function execute(
  client: RedsysClient,
  terminal: Terminal,
  charge: TokenCharge
): Promise<PaymentSnapshot> {
  const { bank_token_id: identifier, mit, ...payment } = charge
  const { type: usage, initial_network_transaction_id: network_transaction_id } = mit
  const order = orderNumberOf(charge.merchant_reference)
  const fields = chargeFields(terminal, { ...payment, order, identifier, usage, network_transaction_id })
  const { operation } = await client.execute(fields)
  const snapshot = operation && snapshotAfter(paymentOf(charge), { ...operation, identifier: null })
  if (snapshot) return snapshot
  throw new BankError("token_not_active", "not_executed", "Redsys does not know the saved card")
}

/** The card as stored. It has ended if a charge was declined in a way after which no other can succeed. */
function storedToken({
  bank_token_id,
  status,
  version,
  declines,
  ...card
}: StoredCard): TokenSnapshot | null {
  if (!bank_token_id) return null
  const token = { ...card, id: bank_token_id, next_action: null, decline: null }
  const ending = declines.map((code) => ENDINGS.get(code)).find((end) => end !== undefined)
  if (ending && status === "active") return { ...token, status: ending, version: version + 1 }
  return { ...token, status: STATUSES.find((known) => known === status) ?? "active", version }
}

/** The decline codes of a charge that end its card. */
const ENDINGS: ReadonlyMap<string, TokenStatus> = new Map([
  ["card_expired", "expired"],
  ["token_revoked", "revoked"],
  ["token_not_active", "revoked"],
])

const STATUSES: readonly TokenStatus[] = ["active", "revoked", "expired", "failed"]
