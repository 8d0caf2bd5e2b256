import { describe, expect, it } from "vitest"
import { isRedsysSignature, redsysSignature } from "../redsys/redsys-signature"

const secret = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"

const MANUAL = [
  `{"DS_MERCHANT_AMOUNT":"999","DS_MERCHANT_ORDER":"1234567890","DS_MERCHANT_MERCHANTCODE":"999008881"`,
  `"DS_MERCHANT_CURRENCY":"978","DS_MERCHANT_TRANSACTIONTYPE":"0","DS_MERCHANT_TERMINAL":"1"`,
  String.raw`"DS_MERCHANT_MERCHANTURL":"http:\/\/www.prueba.com\/urlNotificacion.php"`,
  String.raw`"DS_MERCHANT_URLOK":"http:\/\/www.prueba.com\/urlOK.php"`,
  String.raw`"DS_MERCHANT_URLKO":"http:\/\/www.prueba.com\/urlKO.php"}`,
].join()

const NOTIFICATION = [
  "eyJEc19EYXRlIjoiMzAlMkYwOCUyRjIwMjIiLCJEc19Ib3VyIjoiMTIlM0ExOCIsIkRzX1NlY3VyZVBheW1lbnQiOiIxIiwi",
  "RHNfQ2FyZF9Db3VudHJ5IjoiNzI0IiwiRHNfQW1vdW50IjoiMTU5MDAiLCJEc19DdXJyZW5jeSI6Ijk3OCIsIkRzX09yZGVy",
  "IjoiTU4wMDAwNDkiLCJEc19NZXJjaGFudENvZGUiOiIzNTU4NjgxMDAiLCJEc19UZXJtaW5hbCI6IjAwMSIsIkRzX1Jlc3Bv",
  "bnNlIjoiMDAwMCIsIkRzX01lcmNoYW50RGF0YSI6IiIsIkRzX1RyYW5zYWN0aW9uVHlwZSI6IjAiLCJEc19Db25zdW1lckxh",
  "bmd1YWdlIjoiMSIsIkRzX0F1dGhvcmlzYXRpb25Db2RlIjoiMDAyNDEzIiwiRHNfQ2FyZF9CcmFuZCI6IjEiLCJEc19Qcm9j",
  "ZXNzZWRQYXlNZXRob2QiOiI1IiwiRHNfQ29udHJvbF8xNjYxODU0NjgzOTg4IjoiMTY2MTg1NDY4Mzk4OCJ9",
].join("")

describe("a signature of the Redsys mode", () => {
  it.each([
    [
      "HMAC_SHA512_V2",
      "1234567890",
      Buffer.from(MANUAL).toString("base64url"),
      "Vjo02eSWq249IeZZp3R-ArFnGLhKY0OuzDDlx1BuVtZDC2yhczA7_11uZhsYzLZBCMFAz8u8uzGDX3AErHKmmw",
    ],
    [
      "HMAC_SHA512_V1",
      "1234567890",
      Buffer.from(MANUAL).toString("base64"),
      "sNshBlGLKfv04FBXKt_lMaueFt_yA7VZ1Mw4USg4HiLehAdiQ8xUt5pEM-oHvXCBNZJKZkk7ogzPjhxDW3hAEQ==",
    ],
    ["HMAC_SHA256_V1", "MN000049", NOTIFICATION, "O9aFvML5qK8VBQhV4GK8kFHvmAQaSnX1hfckr7abzIs="],
  ] as const)("equals the published one of %s", (signature_version, order, parameters, signature) => {
    const key = { secret, signature_version }
    expect(redsysSignature(key, order, parameters)).toBe(signature)
    expect(isRedsysSignature(key, order, parameters, signature)).toBe(true)
    expect(isRedsysSignature(key, order, `${parameters}A`, signature)).toBe(false)
    expect(isRedsysSignature(key, "1042", parameters, signature)).toBe(false)
  })
})
