import { createHash } from "node:crypto"
import type { NotificationRequest, SignatureReason } from "../driver"
import { SignatureRefused } from "../signature-refused"
import type { Credentials } from "./credentials"
import { Envelope, verifyFields } from "./envelope"
import { parseOperation, type RedsysOperation } from "./operation"

/** A verified notification. Redsys gives it no id, so its digest identifies it. */
export type RedsysNotification =
  | { readonly ok: true; readonly digest: string; readonly operation: RedsysOperation }
  | {
      readonly ok: false
      readonly reason: SignatureReason | "malformed" | "format_not_supported"
    }

/** The terminals whose notifications are accepted. */
export interface Recipient {
  readonly merchant_code: string
  /** The terminal of each currency. */
  readonly terminals: Readonly<Record<string, string>>
}

/**
 * Verifies a form-encoded notification over its raw bytes, then parses it, and checks that it is about a terminal of
 * this store and the terminal's currency. A notification in SOAP is recognized and rejected.
 */
export function readRedsysNotification(
  { raw_body }: Pick<NotificationRequest, "raw_body">,
  credentials: Credentials,
  recipient: Recipient
): RedsysNotification {
  const body = raw_body.toString("utf8")
  if (body.trimStart().startsWith("<")) return { ok: false, reason: "format_not_supported" }
  const envelope = envelopeIn(body)
  if (!envelope) return { ok: false, reason: "signature_missing" }
  return readVerified(envelope, credentials, recipient)
}

/** The envelope of a form. Undefined if a member is missing or repeated. */
function envelopeIn(body: string): Envelope | undefined {
  const members = [...new URLSearchParams(body)].filter(([name]) => Object.hasOwn(Envelope.shape, name))
  if (new Set(members.map(([name]) => name)).size !== members.length) return undefined
  return Envelope.safeParse(Object.fromEntries(members)).data
}

function readVerified(
  envelope: Envelope,
  credentials: Credentials,
  recipient: Recipient
): RedsysNotification {
  try {
    const operation = parseOperation(verifyFields(envelope, credentials))
    if (!operation) return { ok: false, reason: "malformed" }
    if (!isAddressedTo(recipient, operation)) return { ok: false, reason: "claim_mismatch" }
    return { ok: true, digest: digestOf(envelope), operation }
  } catch (error) {
    if (error instanceof SignatureRefused) return { ok: false, reason: error.reason }
    throw error
  }
}

function isAddressedTo(
  { merchant_code, terminals }: Recipient,
  { currency, ...operation }: RedsysOperation
): boolean {
  return operation.merchant_code === merchant_code && operation.terminal === terminals[currency]
}

const digestOf = ({ Ds_MerchantParameters }: Envelope) =>
  createHash("sha256").update(Ds_MerchantParameters).digest("hex")
