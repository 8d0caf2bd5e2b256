import { createHash } from "node:crypto"
import type { Acknowledgement, BankDriver, NotificationVerdict } from "../../../src/drivers/driver"
import { SignatureRefused } from "../../../src/drivers/signature-refused"
import { parsePayment, snapshotOf } from "./netopia-payment"
import { ISSUER, type Recipient, verifyToken } from "./verify-token"

/** How long the store remembers a message by its digest. The event's id is kept longer. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Verifies and parses the notifications for one point of sale. */
export function notificationReader(recipient: Recipient): BankDriver["readNotification"] {
  return async (request) => {
    try {
      await verifyToken(request, recipient)
      return read(request.raw_body)
    } catch (error) {
      if (error instanceof SignatureRefused) return { ok: false, reason: error.reason }
      throw error
    }
  }
}

/** NETOPIA's tokens have no id. A notification that is sent again has the same payment, status and bytes. */
function read(raw: Buffer): NotificationVerdict {
  const payment = parsePayment(parseJson(raw))
  if (!payment) return { ok: false, reason: "malformed" }
  const digest = createHash("sha256").update(raw).digest("hex")
  return {
    ok: true,
    event: {
      event_id: `netopia-${payment.ntp_id}-${payment.status}-${digest}`,
      sequence: null,
      type: `netopia.${payment.status}`,
      payment: snapshotOf(payment) ?? null,
      token: null,
    },
    nonce: { issuer: ISSUER, jti: digest, expires_at: new Date(Date.now() + REMEMBERED_MS) },
  }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString("utf8"))
  } catch {
    return undefined
  }
}

/** The kinds of errors in NETOPIA's replies. A temporary error makes NETOPIA send the notification again. */
const ERROR_TYPES = { none: 0, temporary: 1, permanent: 2 } as const

/** 200 for a stored notification, also when it is repeated; 503 while the store has no key; otherwise 400 or 401. */
export function acknowledge(verdict: NotificationVerdict): Acknowledgement {
  if (verdict.ok || verdict.reason === "replayed") return reply(200, "none", null)
  const { reason } = verdict
  if (reason === "key_unknown") return reply(503, "temporary", reason)
  return reply(reason === "malformed" ? 400 : 401, "permanent", reason)
}

function reply(status: number, type: keyof typeof ERROR_TYPES, code: string | null): Acknowledgement {
  const message = code === null ? "" : `the notification was not accepted: ${code}`
  return {
    status,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ errorType: ERROR_TYPES[type], errorCode: code, errorMessage: message }),
  }
}
