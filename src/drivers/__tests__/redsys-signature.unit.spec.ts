import { createRedsysAPI, SANDBOX_URLS, serializeAndSignJSONRequest } from "redsys-easy"
import { describe, expect, it } from "vitest"
import { faultOfSecret, SIGNATURE_VERSIONS } from "../../domain/redsys-account"
import type { Credentials } from "../redsys/credentials"
import { type Envelope, type RequestFields, signFields, verifyFields } from "../redsys/envelope"
import { isSignedBy, sign } from "../redsys/signature"

/** The secret of Redsys' public test terminal. */
const secret = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"
const with_version = (signature_version: Credentials["signature_version"]) => ({ secret, signature_version })

const official = createRedsysAPI({ secretKey: secret, urls: SANDBOX_URLS })

/** The parameters of the example in Redsys' manuals. PHP escapes the slashes in them. */
const EXAMPLE = JSON.stringify({
  DS_MERCHANT_AMOUNT: "999",
  DS_MERCHANT_ORDER: "1234567890",
  DS_MERCHANT_MERCHANTCODE: "999008881",
  DS_MERCHANT_CURRENCY: "978",
  DS_MERCHANT_TRANSACTIONTYPE: "0",
  DS_MERCHANT_TERMINAL: "1",
  DS_MERCHANT_MERCHANTURL: "http://www.prueba.com/urlNotificacion.php",
  DS_MERCHANT_URLOK: "http://www.prueba.com/urlOK.php",
  DS_MERCHANT_URLKO: "http://www.prueba.com/urlKO.php",
}).replaceAll("/", "\\/")

/** The parameters of the notification in the examples of Redsys' PHP library, as sent. */
const NOTIFICATION = [
  "eyJEc19EYXRlIjoiMzAlMkYwOCUyRjIwMjIiLCJEc19Ib3VyIjoiMTIlM0ExOCIsIkRzX1NlY3VyZVBheW1lbnQiOiIxIiwi",
  "RHNfQ2FyZF9Db3VudHJ5IjoiNzI0IiwiRHNfQW1vdW50IjoiMTU5MDAiLCJEc19DdXJyZW5jeSI6Ijk3OCIsIkRzX09yZGVy",
  "IjoiTU4wMDAwNDkiLCJEc19NZXJjaGFudENvZGUiOiIzNTU4NjgxMDAiLCJEc19UZXJtaW5hbCI6IjAwMSIsIkRzX1Jlc3Bv",
  "bnNlIjoiMDAwMCIsIkRzX01lcmNoYW50RGF0YSI6IiIsIkRzX1RyYW5zYWN0aW9uVHlwZSI6IjAiLCJEc19Db25zdW1lckxh",
  "bmd1YWdlIjoiMSIsIkRzX0F1dGhvcmlzYXRpb25Db2RlIjoiMDAyNDEzIiwiRHNfQ2FyZF9CcmFuZCI6IjEiLCJEc19Qcm9j",
  "ZXNzZWRQYXlNZXRob2QiOiI1IiwiRHNfQ29udHJvbF8xNjYxODU0NjgzOTg4IjoiMTY2MTg1NDY4Mzk4OCJ9",
].join("")

/** The published signatures, with the order and the parameters as they were sent. */
const PUBLISHED = [
  {
    source: "the page on signing an operation",
    version: "HMAC_SHA512_V2",
    order: "1234567890",
    params: Buffer.from(EXAMPLE).toString("base64url"),
    signature: "Vjo02eSWq249IeZZp3R-ArFnGLhKY0OuzDDlx1BuVtZDC2yhczA7_11uZhsYzLZBCMFAz8u8uzGDX3AErHKmmw",
  },
  {
    source: "the REST manual",
    version: "HMAC_SHA512_V1",
    order: "1234567890",
    params: Buffer.from(EXAMPLE).toString("base64"),
    signature: "sNshBlGLKfv04FBXKt_lMaueFt_yA7VZ1Mw4USg4HiLehAdiQ8xUt5pEM-oHvXCBNZJKZkk7ogzPjhxDW3hAEQ==",
  },
  {
    source: "the example of a notification in the PHP library",
    version: "HMAC_SHA256_V1",
    order: "MN000049",
    params: NOTIFICATION,
    signature: "O9aFvML5qK8VBQhV4GK8kFHvmAQaSnX1hfckr7abzIs=",
  },
] as const

const FIELDS: RequestFields = {
  DS_MERCHANT_ORDER: "1042AB12CD34",
  DS_MERCHANT_MERCHANTCODE: "999008881",
  DS_MERCHANT_TERMINAL: "1",
  DS_MERCHANT_TRANSACTIONTYPE: "0",
  DS_MERCHANT_PRODUCTDESCRIPTION: "Café ñandú ✓ >>>???",
}

/** A message of Redsys in this version: the response fields, signed as the terminal signs its own requests. */
function answered(fields: Record<string, string>, credentials: Credentials): Envelope {
  const { Ds_MerchantParameters: params } = signFields({ ...fields, DS_MERCHANT_ORDER: "" }, credentials)
  return {
    Ds_SignatureVersion: credentials.signature_version,
    Ds_MerchantParameters: params,
    Ds_Signature: sign(params, String(fields.Ds_Order ?? fields.DS_ORDER), credentials),
  }
}

const APPROVED = { Ds_Order: "1042AB12CD34", Ds_Response: "0000", Ds_MerchantData: "ñ >>>???" }

describe("a Redsys signature [REDSYS-01]", () => {
  it.each(PUBLISHED)("matches the published one: $source ($version)", (published) => {
    const credentials = with_version(published.version)
    const { params, order, signature } = published
    expect(sign(params, order, credentials)).toBe(signature)
    expect(isSignedBy(credentials, params, order, signature)).toBe(true)
  })

  it.each(PUBLISHED)("rejects other parameters, another order and another version: $version", (published) => {
    const { params, order, signature, version } = published
    expect(isSignedBy(with_version(version), `${params}A`, order, signature)).toBe(false)
    expect(isSignedBy(with_version(version), params, "0000", signature)).toBe(false)
    for (const other of SIGNATURE_VERSIONS.filter((one) => one.slice(0, 11) !== version.slice(0, 11)))
      expect(isSignedBy(with_version(other), params, order, signature)).toBe(false)
  })

  it.each(["", "=", "AAAA", "not base64!", "%2B"])("rejects the signature %j", (signature) => {
    for (const version of SIGNATURE_VERSIONS)
      expect(isSignedBy(with_version(version), "e30", "1042", signature)).toBe(false)
  })

  it.each(["", "sq7HjrUOBfKmC57", "0".repeat(15)])("is not made with the short secret %j", (short) => {
    for (const signature_version of SIGNATURE_VERSIONS) {
      const credentials = { secret: short, signature_version }
      expect(() => sign("e30", "1042", credentials)).toThrow("Invalid key length")
      expect(() => isSignedBy(credentials, "e30", "1042", "AAAA")).toThrow("Invalid key length")
    }
  })

  it("is accepted in either alphabet of base64, with and without padding", () => {
    const { params, order, signature } = PUBLISHED[0]
    const bytes = Buffer.from(signature, "base64")
    for (const encoded of [bytes.toString("base64"), bytes.toString("base64url")])
      expect(isSignedBy(with_version("HMAC_SHA512_V2"), params, order, encoded)).toBe(true)
  })
})

describe("a signed Redsys message [REDSYS-01]", () => {
  it("equals the one that redsys-easy makes of the same parameters", () => {
    const theirs = serializeAndSignJSONRequest(secret, { ...FIELDS, DS_MERCHANT_TERMINAL: "1" })
    expect(signFields(FIELDS, with_version("HMAC_SHA256_V1"))).toEqual(theirs)
  })

  it("is accepted by redsys-easy as a notification", () => {
    const envelope = answered(APPROVED, with_version("HMAC_SHA256_V1"))
    expect(official.processDirectRestNotification(envelope)).toMatchObject(APPROVED)
    const changed = { ...envelope, Ds_Signature: envelope.Ds_Signature.replace(/^./, "-") }
    expect(() => official.processDirectRestNotification(changed)).toThrow("Invalid signature")
  })

  it.each(SIGNATURE_VERSIONS)("is verified and read (%s)", (version) => {
    const credentials = with_version(version)
    expect(verifyFields(answered(APPROVED, credentials), credentials)).toMatchObject(APPROVED)
    const upper = { DS_ORDER: "1042AB12CD34" }
    expect(verifyFields(answered(upper, credentials), credentials)).toMatchObject(upper)
  })

  it("uses the alphabet of its version", () => {
    const [classic, padded, bare] = SIGNATURE_VERSIONS.map(
      (version) => signFields(FIELDS, with_version(version)).Ds_MerchantParameters
    )
    expect(classic).toMatch(/[+/]/)
    expect(padded).not.toMatch(/[+/]/)
    expect(bare).toBe(padded?.replace(/=+$/, ""))
  })

  it("is rejected in another version than the configured one, even if its signature is right", () => {
    const envelope = answered(APPROVED, with_version("HMAC_SHA256_V1"))
    for (const version of ["HMAC_SHA512_V1", "HMAC_SHA512_V2"] as const)
      expect(() => verifyFields(envelope, with_version(version))).toThrow("alg_not_allowed")
  })

  it.each([
    ["another signature", { Ds_Signature: "AAAA" }],
    ["parameters that are not base64", { Ds_MerchantParameters: "%%%" }],
    ["parameters that are not JSON", { Ds_MerchantParameters: "AAAA" }],
    ["parameters that are a list", { Ds_MerchantParameters: Buffer.from("[]").toString("base64url") }],
    ["parameters without an order", { Ds_MerchantParameters: Buffer.from("{}").toString("base64url") }],
  ])("is rejected with %s", (_, change) => {
    const credentials = with_version("HMAC_SHA512_V2")
    const envelope = { ...answered(APPROVED, credentials), ...change }
    expect(() => verifyFields(envelope, credentials)).toThrow("signature_invalid")
  })
})

describe("the secret of a Redsys terminal [REDSYS-02]", () => {
  it("is accepted as Redsys shows it", () => {
    expect(faultOfSecret(secret)).toBeUndefined()
  })

  it.each([
    ["empty", ""],
    ["short", "sq7HjrUOBfKmC576"],
    ["blank", " ".repeat(32)],
    ["not base64", "?".repeat(32)],
    ["a single repeated letter", "A".repeat(32)],
    ["longer than a key of 3DES", `${secret}AAAA`],
  ])("is rejected if it is %s", (_, unsafe) => {
    expect(faultOfSecret(unsafe)).toMatch(/^must be/)
  })
})
