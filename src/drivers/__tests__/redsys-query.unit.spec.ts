import { describe, expect, it } from "vitest"
import { queryBody, readQueryAnswer } from "../redsys/redsys-query"
import { sign } from "../redsys/signature"

const secret = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"
const order = "1042AB12CD34"

const row = (change: Record<string, string> = {}) => {
  const members = {
    Ds_Order: order,
    Ds_TransactionType: "1",
    Ds_Amount: "15900",
    Ds_Currency: "978",
    Ds_State: "F",
    Ds_Response: "0000",
    ...change,
  }
  const content = Object.entries(members).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<Response Ds_Version="0.0">${content.join("")}</Response>`
}

const escaped = (xml: string) => xml.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
const wrapped = (text: string) => `<a:b><consultaOperacionesReturn>${text}</consultaOperacionesReturn></a:b>`
const answer = (...content: string[]) => wrapped(escaped(`<Messages>${content.join("")}</Messages>`))

const AUTHORIZED = {
  transaction_type: "1",
  amount: 15_900,
  currency: "EUR",
  state: "finished",
  response: "0000",
}

describe("the query of Redsys", () => {
  it("is signed over its version element with HMAC_SHA256_V1", () => {
    const body = queryBody({ merchant_code: "999008881", terminal: "1" }, order, secret)
    const [version = ""] = /<Version .*<\/Version>/.exec(body) ?? []
    const keys = "<Ds_MerchantCode>999008881</Ds_MerchantCode><Ds_Terminal>1</Ds_Terminal>"
    const monitor = `<Monitor>${keys}<Ds_Order>${order}</Ds_Order></Monitor>`
    expect(version).toBe(`<Version Ds_Version="0.0"><Message>${monitor}</Message></Version>`)
    const signature = sign(version, order, { secret, signature_version: "HMAC_SHA256_V1" })
    expect(body).toContain(
      `<Signature>${signature}</Signature><SignatureVersion>HMAC_SHA256_V1</SignatureVersion>`
    )
  })
})

describe("the answer to a query of Redsys [REDSYS-05]", () => {
  it("lists the operations of the order, escaped or as CDATA", () => {
    const rows = [row(), row({ Ds_TransactionType: "2", Ds_State: "P", Ds_Response: "" })]
    const listed = [
      AUTHORIZED,
      { ...AUTHORIZED, transaction_type: "2", state: "authorizing", response: null },
    ]
    expect(readQueryAnswer(answer(...rows), order)).toEqual(listed)
    expect(readQueryAnswer(wrapped(`<![CDATA[<Messages>${rows.join("")}</Messages>]]>`), order)).toEqual(
      listed
    )
  })

  it("is empty if Redsys has no operation with this number", () => {
    expect(readQueryAnswer(answer("<Ds_ErrorCode>XML0024</Ds_ErrorCode>"), order)).toEqual([])
  })

  it.each([
    ["has another error", answer("<Ds_ErrorCode>XML0001</Ds_ErrorCode>"), "query_failed"],
    ["is about another order", answer(row({ Ds_Order: "1042AB12CD35" })), "malformed_answer"],
    ["is partly about another order", answer(row(), row({ Ds_Order: "1042AB12CD35" })), "malformed_answer"],
    ["has an unknown state", answer(row({ Ds_State: "X" })), "malformed_answer"],
    ["has an unknown currency", answer(row({ Ds_Currency: "1" })), "malformed_answer"],
    ["has a decimal amount", answer(row({ Ds_Amount: "159.00" })), "malformed_answer"],
    ["has neither operations nor an error", answer(""), "malformed_answer"],
    ["is a page in HTML", "<html></html>", "malformed_answer"],
    ["is empty", "", "malformed_answer"],
  ])("leaves the outcome unknown if it %s", (_, xml, code) => {
    const read = () => readQueryAnswer(xml, order)
    expect(read).toThrow(expect.objectContaining({ code, outcome: "unknown" }) as Error)
  })
})
