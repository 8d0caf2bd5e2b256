import type { Bank } from "./bank"
import { openDispute } from "./dispute-payment"
import { amount } from "./domain-fields"
import { BankError } from "./errors"
import { readFaultOrder } from "./fault-input"
import { boolean, integer, object, oneOf, optional, required, text } from "./fields"
import type { PaymentRecord } from "./records"
import { notifyMerchant, REDSYS_FORGERIES } from "./redsys/notify-merchant"
import { redsysOrderViews } from "./redsys/order-view"
import { refundPayment } from "./refund-payment"
import { revokeToken } from "./revoke-token"
import { approveVisit } from "./sca-auto"

type ControlOperation = (
  bank: Bank,
  input: { body: unknown; query: URLSearchParams }
) => object | Promise<object>

const id = required(text(100))
const readClock = object({ offset_s: required(integer(-3_000_000_000, 3_000_000_000)) })
const readReplay = object({ event_id: id })
const readPaymentId = object({ payment_id: id })
const readTokenId = object({ token_id: id })
const readRefund = object({ payment_id: id, amount: required(amount) })
const readRedsysOrder = object({
  merchant_code: id,
  order: id,
  forge: optional(oneOf(...REDSYS_FORGERIES)),
})
const readRedsysQuery = object({ enabled: required(boolean), unfinished: optional(boolean) })
const readRotation = object({ mode: required(oneOf("overlap", "abrupt")) })

/** The operations of the control port, by method and path. */
export const CONTROL_OPERATIONS: Record<string, ControlOperation> = {
  "GET /_sim/log": (bank, { query }) => ({ data: bank.log.since(Number(query.get("since") ?? 0) || 0) }),
  "GET /_sim/payments": (bank, { query }) => ({
    data: matching(
      query,
      [...bank.ledger.payments.values()].map(({ payment }) => payment)
    ),
  }),
  "GET /_sim/tokens": (bank, { query }) => ({
    data: matching(
      query,
      [...bank.ledger.tokens.values()].map(({ token }) => token)
    ),
  }),
  "GET /_sim/redsys/orders": (bank) => ({ data: redsysOrderViews(bank) }),
  "GET /_sim/faults": (bank) => ({ data: bank.faults.list() }),
  "POST /_sim/faults": (bank, { body }) => bank.faults.add(readFaultOrder(body)),
  "DELETE /_sim/faults": clearFaults,
  "POST /_sim/approve": approve,
  "POST /_sim/refund": refund,
  "POST /_sim/revoke": revoke,
  "POST /_sim/dispute": (bank, { body }) => openDispute(bank, find(bank, readPaymentId(body, "").payment_id)),
  "POST /_sim/rotate-key": rotateKey,
  "POST /_sim/flush": async (bank) => ({ data: await bank.deliveries.flush() }),
  "POST /_sim/clock": setClock,
  "POST /_sim/replay": replay,
  "POST /_sim/redsys/notify": notifyAgain,
  "POST /_sim/redsys/query": setQuery,
  "POST /_sim/reset": reset,
}

/** The entries with the `merchant_reference` in the query; all of them without one. */
function matching<Entry extends { merchant_reference: string }>(
  query: URLSearchParams,
  entries: Entry[]
): Entry[] {
  const name = query.get("merchant_reference")
  return name === null ? entries : entries.filter(({ merchant_reference }) => merchant_reference === name)
}

function clearFaults(bank: Bank): object {
  bank.faults.clear()
  return { data: [] }
}

// Simulates a customer who approves on the page with a card that always works.
function approve(bank: Bank, { body }: { body: unknown }): object {
  const { payment_id } = readPaymentId(body, "")
  const { session } = find(bank, payment_id)
  const visit = session?.stage === "closed" ? undefined : bank.ledger.bySession(session?.id ?? "")
  if (!visit)
    throw new BankError("invalid_state", "The bank has no open page for this payment.", { payment_id })
  approveVisit(bank, visit)
  return find(bank, payment_id).payment
}

// Simulates a refund in the bank's own web pages, which has no merchant_reference.
function refund(bank: Bank, { body }: { body: unknown }): object {
  const { payment_id, amount: sum } = readRefund(body, "")
  const order = { amount: sum, reason: null, merchant_reference: null }
  const { payment, facts } = refundPayment(bank, find(bank, payment_id), order)
  bank.ledger.commit(facts)
  return payment
}

// Simulates a cardholder who ends the agreement directly at the bank.
function revoke(bank: Bank, { body }: { body: unknown }): object {
  const record = bank.ledger.tokens.get(readTokenId(body, "").token_id)
  if (!record) throw new BankError("not_found", "There is no such token.")
  const { token, facts } = revokeToken(bank, record)
  bank.ledger.commit(facts)
  return token
}

async function rotateKey(bank: Bank, { body }: { body: unknown }): Promise<object> {
  const { keyring } = bank.signer
  await keyring.rotate(readRotation(body, "").mode)
  return { kid: keyring.current.kid, keys: keyring.published }
}

function setClock(bank: Bank, { body }: { body: unknown }): object {
  bank.clock.offsetSeconds = readClock(body, "").offset_s
  bank.agenda.tick()
  return { offset_s: bank.clock.offsetSeconds, now: bank.clock.now().toISOString() }
}

async function replay(bank: Bank, { body }: { body: unknown }): Promise<object> {
  const record = bank.ledger.events.get(readReplay(body, "").event_id)
  if (!record) throw new BankError("not_found", "There is no such event.")
  return { data: await bank.deliveries.replay(record) }
}

// Sends the notification of an ended Redsys payment again, also forged.
async function notifyAgain(bank: Bank, { body }: { body: unknown }): Promise<object> {
  const { merchant_code, order, forge } = readRedsysOrder(body, "")
  const merchant = bank.redsys.merchants.get(merchant_code)
  const found = merchant && bank.redsys.orders.find(merchant, order)
  if (!found || found.response === null)
    throw new BankError("not_found", "There is no ended Redsys payment with this order number.")
  return { status: await notifyMerchant(bank, found, forge) }
}

// Enables the query of the Redsys mode for all merchants, or disables it, and sets what it lists.
function setQuery({ redsys }: Bank, { body }: { body: unknown }): object {
  const { enabled, unfinished } = readRedsysQuery(body, "")
  redsys.has_query = enabled
  redsys.lists_unfinished = unfinished === true
  return { enabled, unfinished: redsys.lists_unfinished }
}

function reset(bank: Bank): object {
  bank.reset()
  return { reset: true }
}

function find(bank: Bank, paymentId: string): PaymentRecord {
  const record = bank.ledger.payments.get(paymentId)
  if (!record) throw new BankError("not_found", "There is no such payment.")
  return record
}
