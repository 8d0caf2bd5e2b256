import type { RedsysMerchant } from "./redsys-merchants"
import { isRedsysSignature, redsysSignature } from "./redsys-signature"
import { SisError } from "./sis-error"

/** The three members of every message. */
export interface RedsysMessage {
  Ds_SignatureVersion: string
  Ds_MerchantParameters: string
  Ds_Signature: string
}

/** A verified request. The names of its parameters are in uppercase. */
export interface RedsysRequest {
  merchant: RedsysMerchant
  order: string
  /** Without leading zeros. */
  terminal: string
  /** The terminal's currency, ISO 4217. */
  currency: string
  /** A text parameter, or an empty text. */
  text(name: string): string
}

/** Verifies a request before its parameters are used. Throws a SisError. */
export function readRequest(
  given: Record<string, unknown>,
  merchants: ReadonlyMap<string, RedsysMerchant>
): RedsysRequest {
  const [version, encoded, signature] = [
    given.Ds_SignatureVersion,
    given.Ds_MerchantParameters,
    given.Ds_Signature,
  ].map(String) as [string, string, string]
  const parameters = decode(encoded)
  const text = (name: string) => String(parameters[name] ?? "")
  const [order, terminal] = [text("DS_MERCHANT_ORDER"), text("DS_MERCHANT_TERMINAL").replace(/^0+/, "")]
  const merchant = merchants.get(text("DS_MERCHANT_MERCHANTCODE"))
  const currency = merchant?.terminals[terminal]
  if (!merchant || !currency) throw new SisError("SIS0026")
  checkAlphabet(merchant, encoded)
  const isSigned = isRedsysSignature(merchant, order, encoded, signature)
  if (version !== merchant.signature_version || !isSigned) throw new SisError("SIS0042")
  if (!/^\d{4}[0-9A-Za-z]{0,8}$/.test(order)) throw new SisError("SIS0014")
  return { merchant, order, terminal, currency, text }
}

/** Signs the parameters of a response or a notification. */
export function writeMessage(merchant: RedsysMerchant, parameters: Record<string, string>): RedsysMessage {
  const encoded = Buffer.from(JSON.stringify(parameters)).toString("base64")
  const urlSafe = encoded.replaceAll("+", "-").replaceAll("/", "_")
  const sent = merchant.signature_version === "HMAC_SHA512_V2" ? urlSafe.replace(/=+$/, "") : urlSafe
  return {
    Ds_SignatureVersion: merchant.signature_version,
    Ds_MerchantParameters: sent,
    Ds_Signature: redsysSignature(merchant, String(parameters.Ds_Order), sent),
  }
}

function decode(encoded: string): Record<string, unknown> {
  try {
    const parameters: unknown = JSON.parse(Buffer.from(encoded, "base64").toString("utf8"))
    const entries = Object.entries(parameters as object).map(([name, value]) => [name.toUpperCase(), value])
    return Object.fromEntries(entries) as Record<string, unknown>
  } catch {
    throw new SisError("SIS0430")
  }
}

// With HMAC_SHA512, Redsys decodes the URL-safe alphabet only.
function checkAlphabet({ signature_version }: RedsysMerchant, encoded: string): void {
  if (signature_version !== "HMAC_SHA256_V1" && /[+/]/.test(encoded)) throw new SisError("SIS0430")
  if (signature_version === "HMAC_SHA512_V2" && encoded.endsWith("=")) throw new SisError("SIS0430")
}
