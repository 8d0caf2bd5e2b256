import type { Acknowledgement, BankDriver, NotificationVerdict, PaymentSnapshot } from "../driver"
import type { Credentials } from "./credentials"
import type { RedsysOperation } from "./operation"
import { orderNumberOf } from "./order-number"
import { readRedsysNotification } from "./redsys-notification"
import { snapshotAfter } from "./redsys-snapshot"
import { TRANSACTION_TYPES } from "./transaction-types"

/** How long a second message with the same digest is rejected as replayed. The id of the event is stored longer. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** The account whose notifications are read. */
export interface Addressee extends Credentials {
  readonly merchant_id: string
  readonly terminals: Readonly<Record<string, string>>
}

/**
 * Verifies Redsys' notifications for one account, and reads the payment in each. Redsys sends neither ids nor times, so the
 * digest of the signed parameters identifies the event and the message.
 */
export function notificationReader(account: Addressee): BankDriver["readNotification"] {
  const recipient = { merchant_code: account.merchant_id, terminals: account.terminals }
  return (request) => Promise.resolve(verdictOn(readRedsysNotification(request, account, recipient)))
}

function verdictOn(read: ReturnType<typeof readRedsysNotification>): NotificationVerdict {
  if (!read.ok) return read
  const { digest, operation } = read
  const { transaction_type, response } = operation
  return {
    ok: true,
    event: {
      event_id: `redsys-${digest}`,
      sequence: null,
      type: `redsys.${transaction_type}.${response}`,
      payment: paymentOf(operation),
      token: null,
    },
    nonce: { issuer: "redsys", jti: digest, expires_at: new Date(Date.now() + REMEMBERED_MS) },
  }
}

/**
 * The payment that a notification reports. Null for an operation other than the customer's payment, for an attempt that
 * Redsys rejected because the order number exists, and for a payment whose order number does not match its reference,
 * because it is not a payment of this store.
 */
function paymentOf(operation: RedsysOperation): PaymentSnapshot | null {
  const { merchant_reference, order, transaction_type } = operation
  const intent = (["sale", "preauth"] as const).find((one) => TRANSACTION_TYPES[one] === transaction_type)
  if (!intent || !merchant_reference || orderNumberOf(merchant_reference) !== order) return null
  const snapshot = snapshotAfter({ merchant_reference, intent, bank_token_id: null }, operation)
  return snapshot ? { ...snapshot, is_of_one_operation: true } : null
}

/** 200 for a stored or repeated notification, 415 for SOAP, 400 for a malformed notification, otherwise 401. */
export function acknowledge(verdict: NotificationVerdict): Acknowledgement {
  if (verdict.ok || verdict.reason === "replayed") return answer(200, { received: true })
  const { reason } = verdict
  const error = { code: reason, message: MESSAGES[reason] ?? `the notification was not accepted: ${reason}` }
  return answer(STATUS[reason] ?? 401, { error })
}

const STATUS: Readonly<Record<string, number>> = { malformed: 400, format_not_supported: 415 }

const MESSAGES: Readonly<Record<string, string>> = {
  format_not_supported:
    "Notifications in SOAP are not supported. Set the terminal's notifications to HTTP in the Redsys portal.",
}

function answer(status: number, body: object): Acknowledgement {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
}
