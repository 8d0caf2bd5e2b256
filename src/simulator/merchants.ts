import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"
import { StartError } from "./start-error"

/** A merchant of the bank. */
export interface Merchant {
  merchant_id: string
  name: string
  /** The URL for signed notifications. It is also their `htu` claim, character by character. */
  ipn_url: string
  currencies: string[]
  /** Finds the public key that signed a request of this merchant. */
  findKey: JWTVerifyGetKey
}

const MEMBERS = ["merchant_id", "name", "jwks_url", "jwks", "ipn_url", "currencies"]

/** Parses the merchants from the command line, keyed by merchant_id. Throws a StartError that states what is wrong. */
export function readMerchants(entries: unknown[]): Map<string, Merchant> {
  const merchants = new Map<string, Merchant>()
  for (const entry of entries) {
    const merchant = readMerchant(entry)
    if (merchants.has(merchant.merchant_id))
      throw new StartError(`Merchant ${merchant.merchant_id} is given twice.`)
    merchants.set(merchant.merchant_id, merchant)
  }
  return merchants
}

function readMerchant(entry: unknown): Merchant {
  if (!isObject(entry)) throw new StartError("A merchant must be a JSON object.")
  const unknown = Object.keys(entry).find((member) => !MEMBERS.includes(member))
  if (unknown) throw new StartError(`A merchant has no member "${unknown}"; known are ${MEMBERS.join(", ")}.`)
  const { merchant_id, name = merchant_id, ipn_url, currencies } = entry
  if (typeof merchant_id !== "string" || !/^[\w.:-]{1,64}$/.test(merchant_id))
    throw new StartError("A merchant needs a merchant_id of letters, digits and _ . : -")
  if (typeof name !== "string" || !name)
    throw new StartError(`Merchant ${merchant_id}: name must be a string.`)
  if (!isHttpUrl(ipn_url)) throw new StartError(`Merchant ${merchant_id}: ipn_url must be an http(s) URL.`)
  if (!isCurrencyList(currencies))
    throw new StartError(`Merchant ${merchant_id}: currencies must list codes such as "RON".`)
  return { merchant_id, name, ipn_url, currencies, findKey: readKeys(merchant_id, entry) }
}

function readKeys(id: string, { jwks_url, jwks }: Record<string, unknown>): JWTVerifyGetKey {
  if ((jwks_url === undefined) === (jwks === undefined))
    throw new StartError(`Merchant ${id}: give either jwks_url or jwks.`)
  if (jwks !== undefined) return readKeySet(id, jwks)
  if (!isHttpUrl(jwks_url)) throw new StartError(`Merchant ${id}: jwks_url must be an http(s) URL.`)
  return createRemoteJWKSet(new URL(jwks_url), { cooldownDuration: 5000 })
}

function readKeySet(id: string, jwks: unknown): JWTVerifyGetKey {
  const keys = isObject(jwks) && Array.isArray(jwks.keys) ? (jwks.keys as unknown[]) : []
  if (!keys.length || !keys.every(isObject))
    throw new StartError(`Merchant ${id}: jwks must be {"keys":[…]}.`)
  if (keys.some((key) => isObject(key) && "d" in key))
    throw new StartError(`Merchant ${id}: jwks contains a private key; use the public key only.`)
  return createLocalJWKSet(jwks as JSONWebKeySet)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isCurrencyList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((code) => /^[A-Z]{3}$/.test(String(code)))
}
