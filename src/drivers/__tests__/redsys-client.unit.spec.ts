import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Credentials } from "../redsys/credentials"
import type { RequestFields } from "../redsys/envelope"
import { redsysClient } from "../redsys/redsys-client"
import { deletionFields, refundFields } from "../redsys/requests"
import { encodeFor, sign } from "../redsys/signature"

const credentials: Credentials = {
  secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
  signature_version: "HMAC_SHA512_V2",
}
const terminal = { merchant_code: "999008881", terminal: "1" }
const refund = refundFields(terminal, { order: "1042AB12CD34", amount: 500, currency: "EUR" })

const REFUNDED = {
  Ds_Order: "1042AB12CD34",
  Ds_MerchantCode: "999008881",
  Ds_Terminal: "001",
  Ds_TransactionType: "3",
  Ds_Response: "0900",
  Ds_Amount: "500",
  Ds_Currency: "978",
}

let server: Server
let answer: { status: number; body: string }
beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(answer.status).end(answer.body))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(() => server.close())

function signed(fields: Record<string, string>): string {
  const params = encodeFor(credentials.signature_version, Buffer.from(JSON.stringify(fields)))
  const signature = sign(params, fields.Ds_Order ?? "", credentials)
  const { signature_version: Ds_SignatureVersion } = credentials
  return JSON.stringify({ Ds_SignatureVersion, Ds_MerchantParameters: params, Ds_Signature: signature })
}

function execute(body: string, status = 200, fields: RequestFields = refund) {
  answer = { status, body }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return redsysClient(url, terminal, credentials).execute(fields)
}

/** The signed refund with an error code next to it. */
const withError = (errorCode: unknown) =>
  JSON.stringify({ ...(JSON.parse(signed(REFUNDED)) as object), errorCode })

describe("the response to a call of Redsys [REDSYS-05]", () => {
  it("is the result of the call", async () => {
    expect((await execute(signed(REFUNDED))).outcome).toEqual({ kind: "approved" })
  })

  it("is the result of a deletion, which has no amount and no currency of its own", async () => {
    const deletion = deletionFields(terminal, { order: "1042AB12CD34", identifier: "a1b2" })
    const deleted = { ...REFUNDED, Ds_TransactionType: "44", Ds_Response: "0000", Ds_Amount: "0" }
    expect((await execute(signed(deleted), 200, deletion)).outcome).toEqual({ kind: "approved" })
  })

  it("is a decline if the issuer declines", async () => {
    const { outcome } = await execute(signed({ ...REFUNDED, Ds_Response: "0190" }))
    expect(outcome).toMatchObject({ kind: "declined", decline: { code: "do_not_honor" } })
  })

  it.each([
    ["has another status, even with a signed result", signed(REFUNDED), 500, "unexpected_status"],
    ["is not JSON", "<html>", 200, "malformed_answer"],
    ["is JSON without a result", "[]", 200, "malformed_answer"],
    [
      "is not signed",
      signed(REFUNDED).replace(/Ds_Signature":"...../, 'Ds_Signature":"AAAAA'),
      200,
      "signature_invalid",
    ],
    ["is about another order", signed({ ...REFUNDED, Ds_Order: "1042AB12CD35" }), 200, "malformed_answer"],
    ["is about another amount", signed({ ...REFUNDED, Ds_Amount: "501" }), 200, "malformed_answer"],
    ["is about another currency", signed({ ...REFUNDED, Ds_Currency: "840" }), 200, "malformed_answer"],
    ["is about another operation", signed({ ...REFUNDED, Ds_TransactionType: "2" }), 200, "malformed_answer"],
    ["is about another terminal", signed({ ...REFUNDED, Ds_Terminal: "2" }), 200, "malformed_answer"],
    ["is about another merchant", signed({ ...REFUNDED, Ds_MerchantCode: "1" }), 200, "malformed_answer"],
    ["has no response code", signed({ ...REFUNDED, Ds_Response: "" }), 200, "malformed_answer"],
    ["says that the system failed", signed({ ...REFUNDED, Ds_Response: "0909" }), 200, "unavailable"],
    [
      "says that the order number was used",
      JSON.stringify({ errorCode: "SIS0051" }),
      200,
      "duplicate_reference",
    ],
    ["is a result with an error", withError("SIS0057"), 200, "malformed_answer"],
    ["is a result with a strange error", withError("0900"), 200, "malformed_answer"],
  ])("leaves the outcome unknown if it %s", async (_, body, status, code) => {
    await expect(execute(body, status)).rejects.toMatchObject({ code, outcome: "unknown" })
  })

  it.each([
    "",
    "0000",
    "0900",
    "900",
    "0190",
    "SIS",
    "SIS00577",
    "sis0057",
    " SIS0057",
    "SIS0057\n",
    57,
    null,
    ["SIS0057"],
  ])("leaves the outcome unknown with the unsigned code %j", async (errorCode) => {
    await expect(execute(JSON.stringify({ errorCode }))).rejects.toMatchObject({
      code: "malformed_answer",
      outcome: "unknown",
    })
  })

  it.each([
    ["SIS0057", "refund_exceeds_captured"],
    ["SIS0054", "not_found"],
    ["SIS0042", "bank_configuration"],
    ["SIS9999", "invalid_request"],
  ])("says that the call was not executed with %s", async (errorCode, code) => {
    await expect(execute(JSON.stringify({ errorCode }))).rejects.toMatchObject({
      code,
      outcome: "not_executed",
    })
  })
})
