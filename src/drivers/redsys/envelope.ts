import { z } from "@medusajs/framework/zod"
import { SignatureRefused } from "../signature-refused"
import type { Credentials } from "./credentials"
import type { Emv3ds } from "./emv3ds"
import { encodeFor, isSignedBy, sign } from "./signature"

/** The three members of every signed message, in both directions. */
export const Envelope = z.object({
  Ds_SignatureVersion: z.string(),
  Ds_MerchantParameters: z.string().min(1),
  Ds_Signature: z.string().min(1),
})
export type Envelope = z.infer<typeof Envelope>

/** The parameters of a request: texts, except for the EMV 3DS data. */
export type RequestFields = Readonly<Record<string, string | Emv3ds>> & {
  readonly DS_MERCHANT_ORDER: string
}

/** Encodes and signs the parameters of a request. */
export function signFields(fields: RequestFields, credentials: Credentials): Envelope {
  const { signature_version } = credentials
  const params = encodeFor(signature_version, Buffer.from(JSON.stringify(fields)))
  return {
    Ds_SignatureVersion: signature_version,
    Ds_MerchantParameters: params,
    Ds_Signature: sign(params, fields.DS_MERCHANT_ORDER, credentials),
  }
}

const Fields = z.record(z.string(), z.unknown())
const Order = z.string().min(1).max(12)

/**
 * Verifies a message over its parameters as received, and returns them. Only the configured signature version is
 * accepted, whatever version the message names. Throws SignatureRefused.
 */
export function verifyFields(envelope: Envelope, credentials: Credentials): Record<string, unknown> {
  const { Ds_SignatureVersion, Ds_MerchantParameters: params, Ds_Signature } = envelope
  if (Ds_SignatureVersion !== credentials.signature_version) throw new SignatureRefused("alg_not_allowed")
  const fields = decode(params)
  // The key depends on the order, so it is read before the signature is verified, and used for nothing else.
  const order = Order.safeParse(fields && orderIn(fields)).data
  if (!fields || !order || !isSignedBy(credentials, params, order, Ds_Signature))
    throw new SignatureRefused("signature_invalid")
  return fields
}

function decode(params: string): Record<string, unknown> | undefined {
  try {
    return Fields.safeParse(JSON.parse(Buffer.from(params, "base64").toString("utf8"))).data
  } catch {
    return undefined
  }
}

function orderIn(fields: Record<string, unknown>): unknown {
  return Object.entries(fields).find(([name]) => name.toLowerCase() === "ds_order")?.[1]
}
