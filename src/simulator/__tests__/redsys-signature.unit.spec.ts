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
  `{"Ds_Date":"30%2F08%2F2022","Ds_Hour":"12%3A18","Ds_SecurePayment":"1","Ds_Card_Country":"724"`,
  `"Ds_Amount":"15900","Ds_Currency":"978","Ds_Order":"MN000049","Ds_MerchantCode":"355868100"`,
  `"Ds_Terminal":"001","Ds_Response":"0000","Ds_MerchantData":"","Ds_TransactionType":"0"`,
  `"Ds_ConsumerLanguage":"1","Ds_AuthorisationCode":"002413","Ds_Card_Brand":"1"`,
  `"Ds_ProcessedPayMethod":"5","Ds_Control_1661854683988":"1661854683988"}`,
].join()

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
    [
      "HMAC_SHA256_V1",
      "MN000049",
      Buffer.from(NOTIFICATION).toString("base64"),
      "O9aFvML5qK8VBQhV4GK8kFHvmAQaSnX1hfckr7abzIs=",
    ],
  ] as const)("equals the published one of %s", (signature_version, order, parameters, signature) => {
    const key = { secret, signature_version }
    expect(redsysSignature(key, order, parameters)).toBe(signature)
    expect(isRedsysSignature(key, order, parameters, signature)).toBe(true)
    expect(isRedsysSignature(key, order, `${parameters}A`, signature)).toBe(false)
    expect(isRedsysSignature(key, "1042", parameters, signature)).toBe(false)
  })
})
