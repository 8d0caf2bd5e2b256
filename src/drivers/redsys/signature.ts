import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto"
import type { SignatureVersion } from "../../domain/redsys-account"
import type { Credentials } from "./credentials"

const DES_BLOCK = 8
const AES_KEY = 16

/** The key of one order for HMAC_SHA256: the order, padded with zeros to whole blocks, encrypted with 3DES. */
function desKeyOf(order: string, secret: string): Buffer {
  const text = Buffer.from(order)
  const blocks = Buffer.alloc(Math.ceil(text.length / DES_BLOCK) * DES_BLOCK)
  text.copy(blocks)
  const key = Buffer.from(secret, "base64")
  const cipher = createCipheriv("des-ede3-cbc", key, Buffer.alloc(DES_BLOCK)).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}

/**
 * The key of one order for HMAC_SHA512: the base64 text of the order, encrypted with AES and the secret's text. Throws
 * for a secret that is too short, because anyone could compute the key of a padded one.
 */
function aesKeyOf(order: string, secret: string): string {
  const key = Buffer.from(secret.slice(0, AES_KEY), "ascii")
  const cipher = createCipheriv("aes-128-cbc", key, Buffer.alloc(AES_KEY))
  return Buffer.concat([cipher.update(order), cipher.final()]).toString("base64")
}

function macOf(params: string, order: string, { secret, signature_version }: Credentials): Buffer {
  if (signature_version === "HMAC_SHA256_V1")
    return createHmac("sha256", desKeyOf(order, secret)).update(params).digest()
  return createHmac("sha512", aesKeyOf(order, secret)).update(params).digest()
}

/**
 * Bytes in the alphabet of a signature version: base64, base64url with padding, or base64url without it. Redsys
 * rejects parameters of HMAC_SHA512 in another alphabet (SIS0430).
 */
export function encodeFor(version: SignatureVersion, bytes: Buffer): string {
  if (version === "HMAC_SHA512_V2") return bytes.toString("base64url")
  const text = bytes.toString("base64")
  return version === "HMAC_SHA256_V1" ? text : text.replaceAll("+", "-").replaceAll("/", "_")
}

/** Signs the encoded parameters of an order. Throws for a secret that is too short for the version. */
export function sign(params: string, order: string, credentials: Credentials): string {
  return encodeFor(credentials.signature_version, macOf(params, order, credentials))
}

/** Either alphabet of base64, because notifications use the URL-safe one whatever the version. */
const BASE64 = /^[\w+/-]+={0,2}$/

/** Whether the signature is that of these parameters. Compares bytes in constant time. */
export function isSignedBy(
  credentials: Credentials,
  params: string,
  order: string,
  signature: string
): boolean {
  if (!BASE64.test(signature)) return false
  const [given, expected] = [Buffer.from(signature, "base64"), macOf(params, order, credentials)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
