import { describe, expect, it } from "vitest"
import type { Credentials } from "../redsys/credentials"
import { encodeFor, sign } from "../redsys/signature"
import { readRedsysNotification } from "../redsys/redsys-notification"
import { parseOperation } from "../redsys/operation"
import { outcomeOfCode } from "../redsys/response-codes"

const credentials: Credentials = {
  secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
  signature_version: "HMAC_SHA512_V2",
}
const recipient = { merchant_code: "999008881", terminals: { EUR: "1", USD: "2" } }

const PAID = {
  Ds_Order: "1042AB12CD34",
  Ds_MerchantCode: "999008881",
  Ds_Terminal: "001",
  Ds_TransactionType: "0",
  Ds_Response: "0000",
  Ds_Amount: "15900",
  Ds_Currency: "978",
  Ds_MerchantData: "gwp_01",
  Ds_Card_Brand: "1",
  Ds_Card_Number: "454881******0003",
  Ds_ExpiryDate: "3412",
  Ds_Merchant_Identifier: "8f6c",
  Ds_Merchant_Cof_Txnid: "0161535",
}

function formOf(fields: Record<string, unknown>, change: Record<string, string> = {}): Buffer {
  const params = encodeFor(credentials.signature_version, Buffer.from(JSON.stringify(fields)))
  const envelope = {
    Ds_SignatureVersion: credentials.signature_version,
    Ds_MerchantParameters: params,
    Ds_Signature: sign(params, String(fields.Ds_Order), credentials),
  }
  return Buffer.from(new URLSearchParams({ ...envelope, ...change }).toString())
}

const read = (raw_body: Buffer) => readRedsysNotification({ raw_body }, credentials, recipient)

describe("a Redsys notification [REDSYS-03]", () => {
  it("is read with its operation and a digest of its parameters", () => {
    expect(read(formOf(PAID))).toEqual({
      ok: true,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      operation: {
        order: "1042AB12CD34",
        merchant_code: "999008881",
        terminal: "1",
        transaction_type: "0",
        response: "0000",
        amount: 15_900,
        currency: "EUR",
        merchant_reference: "gwp_01",
        identifier: "8f6c",
        network_transaction_id: "0161535",
        card: { brand: "visa", last4: "0003", exp_month: 12, exp_year: 2034 },
      },
    })
    expect(read(formOf(PAID))).toEqual(read(formOf(PAID)))
    expect(read(formOf({ ...PAID, Ds_Response: "0190" }))).not.toMatchObject({
      digest: (read(formOf(PAID)) as { digest: string }).digest,
    })
  })

  it.each([
    ["an amount changed in transit", formOf(PAID, { Ds_MerchantParameters: "e30" }), "signature_invalid"],
    ["the signature of another message", formOf(PAID, { Ds_Signature: "AAAA" }), "signature_invalid"],
    ["another version", formOf(PAID, { Ds_SignatureVersion: "HMAC_SHA256_V1" }), "alg_not_allowed"],
    ["no signature", formOf(PAID, { Ds_Signature: "" }), "signature_missing"],
    ["no form", Buffer.from(JSON.stringify(PAID)), "signature_missing"],
    ["no body", Buffer.from(""), "signature_missing"],
    ["SOAP", Buffer.from("<?xml version='1.0'?><Message/>"), "format_not_supported"],
    [
      "a repeated member",
      Buffer.concat([formOf(PAID), Buffer.from("&Ds_Signature=AAAA")]),
      "signature_missing",
    ],
    ["another merchant", formOf({ ...PAID, Ds_MerchantCode: "999008882" }), "claim_mismatch"],
    ["another terminal", formOf({ ...PAID, Ds_Terminal: "2" }), "claim_mismatch"],
    ["the currency of another terminal", formOf({ ...PAID, Ds_Currency: "840" }), "claim_mismatch"],
    ["a currency without a terminal", formOf({ ...PAID, Ds_Currency: "826" }), "claim_mismatch"],
    ["an unknown currency", formOf({ ...PAID, Ds_Currency: "1" }), "malformed"],
    ["an amount that is not an integer", formOf({ ...PAID, Ds_Amount: "1.5" }), "malformed"],
    ["a negative amount", formOf({ ...PAID, Ds_Amount: "-1" }), "malformed"],
    [
      "a text that the database cannot store",
      formOf({ ...PAID, Ds_Merchant_Identifier: "card\0" }),
      "malformed",
    ],
    ["no response code", formOf({ ...PAID, Ds_Response: undefined }), "malformed"],
  ])("is rejected with %s", (_, body, reason) => {
    expect(read(body)).toEqual({ ok: false, reason })
  })
})

describe("an operation of Redsys", () => {
  it("is read whatever the case of its names", () => {
    const upper = Object.fromEntries(Object.entries(PAID).map(([name, value]) => [name.toUpperCase(), value]))
    expect(parseOperation(upper)).toEqual(parseOperation(PAID))
  })

  it("has no card if the terminal does not send its digits, and no expiry date if that is missing", () => {
    const { Ds_Card_Number: _, ...without } = PAID
    expect(parseOperation(without)?.card).toBeNull()
    expect(parseOperation({ ...PAID, Ds_ExpiryDate: "" })?.card).toMatchObject({
      exp_month: null,
      exp_year: null,
    })
  })
})

describe("a response code of Redsys [REDSYS-06]", () => {
  it.each(["0000", "0099", "0", "0400", "0900", "900"])("%s is approved", (code) => {
    expect(outcomeOfCode(code)).toEqual({ kind: "approved" })
  })

  it.each([
    ["0101", "card_expired", true],
    ["0102", "fraud_suspected", false],
    ["0106", "do_not_honor", true],
    ["0116", "insufficient_funds", false],
    ["0125", "do_not_honor", true],
    ["0129", "invalid_cvv", false],
    ["0172", "do_not_honor", true],
    ["0173", "do_not_honor", true],
    ["0174", "do_not_honor", false],
    ["0184", "sca_failed", false],
    ["0190", "do_not_honor", false],
    ["0191", "card_expired", true],
    ["0195", "sca_required", false],
    ["0202", "fraud_suspected", true],
    ["9261", "limit_exceeded", false],
    ["SIS0321", "token_revoked", true],
    ["0100", "do_not_honor", false],
    ["7777", "do_not_honor", false],
  ])("%s is the decline %s", (code, decline, is_card_dead) => {
    expect(outcomeOfCode(code)).toMatchObject({ kind: "declined", decline: { code: decline }, is_card_dead })
  })

  it.each([
    ["canceled", ["9915", "9929"]],
    ["expired", ["9142"]],
    ["transient", ["0909", "0912", "9912", "9997", "9998", "9999"]],
    ["repeated", ["0913", "SIS0051"]],
    ["configuration", ["0904", "SIS0026", "SIS0027", "SIS0028", "SIS0042"]],
    ["configuration", ["SIS0429", "SIS0430", "SIS0431", "SIS0432", "SIS0433", "SIS0435", "SIS0444"]],
    ["rejected", ["SIS0054", "SIS0057", "SIS0060", "SIS0062", "", "-1", "00000", "toString"]],
  ])("is %s", (kind, codes) => {
    for (const code of codes) expect([code, outcomeOfCode(code)]).toEqual([code, { kind }])
  })
})
