import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { SignatureVersion } from "../../domain/redsys-account"
import { readOptions } from "../../options"
import { driverOf } from ".."
import type { BankDriver } from "../driver"
import type { Credentials } from "../redsys/credentials"
import { encodeFor, sign } from "../redsys/signature"

/** The terminal's secret, and the default version of its signatures. */
export const credentials: Credentials = {
  secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
  signature_version: "HMAC_SHA512_V2",
}

/** A request as it was received. */
export interface ReceivedRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly type: string | undefined
  /** The header SOAPAction. */
  readonly action: unknown
  readonly body: string
}

/** The answers of a test's Redsys. */
export interface RedsysAnswers {
  /** To an operation, from its decoded fields: the result to sign, or the body as it is. */
  answerCall(request: Record<string, string>): Record<string, string> | string
  /** To a query: the rows or the error in its result. */
  answerQuery(): string
  /** Receives each request before it is answered. */
  received?(request: ReceivedRequest): void
}

/** A driver whose Redsys gives these answers, and signs them in this version. End it with `close`. */
export async function driverAt(
  answers: RedsysAnswers,
  signature_version = credentials.signature_version
): Promise<{ driver: BankDriver; url: string; close: () => void }> {
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      const { method, url: path, headers } = request
      answers.received?.({ method, path, type: headers["content-type"], action: headers.soapaction, body })
      const isQuery = path?.includes("SerClsWSConsulta")
      response.end(
        isQuery ? queryResult(answers.answerQuery()) : callResult(answers, body, signature_version)
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const terminals = { EUR: "1" }
  const { secret } = credentials
  const account = { api_url, merchant_id: "999008881", terminals, bizum: true, secret, signature_version }
  const bank = { driver: "redsys", ...account }
  const driver = driverOf(readOptions({ base_url: "https://shop.example", bank }, {}))
  return { driver, url: api_url, close: () => void server.close() }
}

const queryResult = (content: string) =>
  `<consultaOperacionesReturn><![CDATA[${content}]]></consultaOperacionesReturn>`

function callResult({ answerCall }: RedsysAnswers, body: string, version: SignatureVersion): string {
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
  return JSON.stringify(signed(all, version))
}

/** A signed result, as Redsys sends it in an answer and in a notification. */
export function signed(
  result: Record<string, string> & { readonly Ds_Order: string },
  signature_version = credentials.signature_version
) {
  const params = encodeFor(signature_version, Buffer.from(JSON.stringify(result)))
  return {
    Ds_SignatureVersion: signature_version,
    Ds_MerchantParameters: params,
    Ds_Signature: sign(params, result.Ds_Order, { ...credentials, signature_version }),
  }
}
