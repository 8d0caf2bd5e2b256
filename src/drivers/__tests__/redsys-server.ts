import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { readOptions } from "../../options"
import { driverOf } from ".."
import type { BankDriver } from "../driver"
import { encodeFor, sign } from "../redsys/signature"

/** The terminal's secret, and the version of its signatures. */
export const credentials = {
  secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
  signature_version: "HMAC_SHA512_V2",
} as const

/** The answers of a test's Redsys. */
export interface RedsysAnswers {
  /** To an operation, from its decoded fields: the result to sign, or the body as it is. */
  answerCall(request: Record<string, string>): Record<string, string> | string
  /** To a query: the rows or the error in its result. */
  answerQuery(): string
}

/** A driver whose Redsys gives these answers. End it with `close`. */
export async function driverAt(answers: RedsysAnswers): Promise<{ driver: BankDriver; close: () => void }> {
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      const isQuery = request.url?.includes("SerClsWSConsulta")
      response.end(isQuery ? queryResult(answers.answerQuery()) : callResult(answers, body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const terminals = { EUR: "1" }
  const bank = { driver: "redsys", api_url, merchant_id: "999008881", terminals, ...credentials }
  const driver = driverOf(readOptions({ base_url: "https://shop.example", bank }, {}))
  return { driver, close: () => void server.close() }
}

const queryResult = (content: string) =>
  `<consultaOperacionesReturn><![CDATA[${content}]]></consultaOperacionesReturn>`

function callResult({ answerCall }: RedsysAnswers, body: string): string {
  const { Ds_MerchantParameters: given } = JSON.parse(body) as { Ds_MerchantParameters: string }
  const request = JSON.parse(Buffer.from(given, "base64url").toString()) as Record<string, string>
  const result = answerCall(request)
  if (typeof result === "string") return result
  const order = String(request.DS_MERCHANT_ORDER)
  const all = {
    Ds_Order: order,
    Ds_MerchantCode: "999008881",
    Ds_Terminal: "1",
    Ds_Currency: "978",
    ...result,
  }
  return JSON.stringify(signed(all))
}

/** A signed result, as Redsys sends it in an answer and in a notification. */
export function signed(result: Record<string, string> & { readonly Ds_Order: string }) {
  const params = encodeFor(credentials.signature_version, Buffer.from(JSON.stringify(result)))
  return {
    Ds_SignatureVersion: credentials.signature_version,
    Ds_MerchantParameters: params,
    Ds_Signature: sign(params, result.Ds_Order, credentials),
  }
}
