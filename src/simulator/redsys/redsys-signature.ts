import { createCipheriv, createHmac } from "node:crypto"
import { sameText } from "../sca-reply"
import type { RedsysMerchant } from "./redsys-merchants"

type Key = Pick<RedsysMerchant, "secret" | "signature_version">

/** The signature of an order's parameters, in the URL-safe alphabet that Redsys uses, with its version's padding. */
export function redsysSignature(key: Key, order: string, parameters: string): string {
  const isOld = key.signature_version === "HMAC_SHA256_V1"
  const mac = createHmac(isOld ? "sha256" : "sha512", isOld ? tripleDes(key, order) : aes(key, order))
  const text = mac.update(parameters, "utf8").digest("base64").replaceAll("+", "-").replaceAll("/", "_")
  return key.signature_version === "HMAC_SHA512_V2" ? text.replace(/=+$/, "") : text
}

/** Whether a request's signature is the merchant's. Both alphabets are accepted; padding must be right. */
export function isRedsysSignature(key: Key, order: string, parameters: string, given: string): boolean {
  const urlSafe = given.replaceAll("+", "-").replaceAll("/", "_")
  return sameText(urlSafe, redsysSignature(key, order, parameters))
}

function tripleDes({ secret }: Key, order: string): Buffer {
  const zeros = "\0".repeat((8 - (Buffer.byteLength(order) % 8)) % 8)
  const cipher = createCipheriv("des-ede3-cbc", Buffer.from(secret, "base64"), "\0".repeat(8))
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(order + zeros, "utf8"), cipher.final()])
}

function aes({ secret }: Key, order: string): string {
  const cipher = createCipheriv("aes-128-cbc", secret.substring(0, 16), "\0".repeat(16))
  return cipher.update(order, "utf8", "base64") + cipher.final("base64")
}
