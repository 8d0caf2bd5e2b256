import { isStorable } from "../../domain/storable"
import type { GwbOptions } from "../../options"
import type { Acknowledgement, BankDriver, DriverOptions, Nonce, NotificationVerdict } from "../driver"
import { parseEvent } from "./gwb-events"
import type { BankKeys } from "./gwb-keys"
import { SignatureRefused } from "../signature-refused"
import { SIGNATURE_HEADER, verifySignature } from "./gwb-signature"

/**
 * Verifies and parses notifications for one merchant. The signed URL must be the configured one; the Host
 * header is ignored.
 */
export function notificationReader(
  { bank, notification_url }: DriverOptions<GwbOptions>,
  keys: BankKeys
): BankDriver["readNotification"] {
  return async ({ method, headers, raw_body }) => {
    try {
      const { iss, jti, exp } = await verifySignature(signatureIn(headers), raw_body, keys, {
        typ: "gwb-ipn+jwt",
        issuer: bank.issuer,
        audience: bank.merchant_id,
        claims: { htm: method, htu: notification_url },
      })
      return read(raw_body, { issuer: iss, jti, expires_at: new Date(exp * 1000) })
    } catch (error) {
      if (error instanceof SignatureRefused) return { ok: false, reason: error.reason }
      throw error
    }
  }
}

function signatureIn(headers: Parameters<BankDriver["readNotification"]>[0]["headers"]): string | undefined {
  const header = headers[SIGNATURE_HEADER]
  return typeof header === "string" ? header : undefined
}

function read(raw: Buffer, nonce: Nonce): NotificationVerdict {
  const event = parseEvent(parseJson(raw))
  return event ? { ok: true, event, nonce } : { ok: false, reason: "malformed" }
}

function parseJson(raw: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(raw.toString("utf8"))
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** 200 once stored; 503 for an unknown key, so that the bank retries later; otherwise 401 or 400. */
export function acknowledge(verdict: NotificationVerdict): Acknowledgement {
  if (verdict.ok) return answer(200, { received: true, event_id: verdict.event.event_id })
  const { reason } = verdict
  const error = { code: reason, message: `the notification was not accepted: ${reason}` }
  if (reason === "malformed") return answer(400, { error })
  if (reason === "key_unknown") return answer(503, { error }, { "Retry-After": "30" })
  return answer(401, { error })
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Acknowledgement {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) }
}
