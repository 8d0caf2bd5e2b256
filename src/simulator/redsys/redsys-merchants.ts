import { StartError } from "../start-error"

/** The signature versions of Redsys. */
export const VERSIONS = ["HMAC_SHA256_V1", "HMAC_SHA512_V1", "HMAC_SHA512_V2"] as const
export type Version = (typeof VERSIONS)[number]

/** A merchant of the Redsys mode, with one terminal per currency and one secret for all of them. */
export interface RedsysMerchant {
  /** The FUC code, 9 digits. */
  merchant_code: string
  name: string
  /** The terminal's currency in ISO 4217 (EUR), by the terminal's number without leading zeros. */
  terminals: Record<string, string>
  /** 24 bytes in base64. */
  secret: string
  signature_version: Version
}

const MEMBERS = ["merchant_code", "name", "terminals", "secret", "signature_version"]

/** Parses the merchants of the Redsys mode, keyed by their code. Throws a StartError that states what is wrong. */
export function readRedsysMerchants(entries: unknown[]): Map<string, RedsysMerchant> {
  const merchants = entries.map(readMerchant)
  const byCode = new Map(merchants.map((merchant) => [merchant.merchant_code, merchant]))
  if (byCode.size < merchants.length) throw new StartError("A Redsys merchant is given twice.")
  return byCode
}

function readMerchant(entry: unknown): RedsysMerchant {
  if (typeof entry !== "object" || entry === null)
    throw new StartError("A Redsys merchant must be a JSON object.")
  const members = entry as Record<string, unknown>
  const unknown = Object.keys(members).find((member) => !MEMBERS.includes(member))
  if (unknown)
    throw new StartError(`A Redsys merchant has no member "${unknown}"; known are ${MEMBERS.join(", ")}.`)
  const { merchant_code: code } = members
  if (typeof code !== "string" || !/^\d{9}$/.test(code))
    throw new StartError("A Redsys merchant needs a merchant_code of 9 digits.")
  return { merchant_code: code, ...readTerms(code, members) }
}

function readTerms(code: string, members: Record<string, unknown>): Omit<RedsysMerchant, "merchant_code"> {
  const { name = code, terminals, secret, signature_version = "HMAC_SHA512_V2" } = members
  const fail = (reason: string) => new StartError(`Redsys merchant ${code}: ${reason}.`)
  if (typeof name !== "string" || !name) throw fail("name must be a string")
  if (!isTerminals(terminals)) throw fail('terminals must name a currency for each terminal, {"1":"EUR"}')
  if (typeof secret !== "string" || Buffer.from(secret, "base64").length !== 24)
    throw fail("secret must be 24 bytes in base64")
  const version = VERSIONS.find((known) => known === signature_version)
  if (!version) throw fail(`signature_version must be one of ${VERSIONS.join(", ")}`)
  return { name, terminals, secret, signature_version: version }
}

function isTerminals(value: unknown): value is Record<string, string> {
  if (typeof value !== "object" || value === null) return false
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([number, currency]) => isTerminal(number, currency))
}

function isTerminal(number: string, currency: unknown): boolean {
  return /^[1-9]\d{0,2}$/.test(number) && /^[A-Z]{3}$/.test(String(currency))
}
