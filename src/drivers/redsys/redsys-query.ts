import { currencyOfNumber } from "../../domain/currency-numbers"
import { BankError } from "../driver"
import type { Terminal } from "./requests"
import { sign } from "./signature"

/** The progress of an operation: requested, the customer authenticates, the issuer is asked, or finished. */
export type OperationState = "requested" | "authenticating" | "authorizing" | "finished"

/** One operation of an order, as the query lists it. Amount in minor units. */
export interface QueriedOperation {
  readonly transaction_type: string
  readonly amount: number
  readonly currency: string
  readonly state: OperationState
  /** The response code. Null until the operation is finished. */
  readonly response: string | null
}

/** The query accepts this version only, whatever the version of the terminal is. */
const signature_version = "HMAC_SHA256_V1"

const NAMESPACE = "http://webservices.apl02.redsys.es"

/** The SOAP body that asks for all operations of an order. Redsys requires the elements in exactly this order. */
export function queryBody({ merchant_code, terminal }: Terminal, order: string, secret: string): string {
  const key = element("Ds_MerchantCode", merchant_code) + element("Ds_Terminal", terminal)
  const monitor = element("Monitor", key + element("Ds_Order", order))
  const version = `<Version Ds_Version="0.0">${element("Message", monitor)}</Version>`
  const signature = element("Signature", sign(version, order, { secret, signature_version }))
  const messages = element("Messages", version + signature + element("SignatureVersion", signature_version))
  return [
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:web="${NAMESPACE}">`,
    "<soapenv:Header/><soapenv:Body><web:consultaOperaciones>",
    `<cadenaXML><![CDATA[${messages}]]></cadenaXML>`,
    "</web:consultaOperaciones></soapenv:Body></soapenv:Envelope>",
  ].join("")
}

/** The code of the BankError for a query that Redsys rejected. */
export const QUERY_REJECTED = "query_failed"

/** The error code for an order without operations. */
const NO_OPERATIONS = "XML0024"

/**
 * The operations in the answer to a query, in its order; none if Redsys does not know the order. Throws BankError,
 * unknown, for an error or an answer about another order. Only TLS authenticates the answer.
 */
export function readQueryAnswer(xml: string, order: string): QueriedOperation[] {
  const answer = unescaped(
    /<consultaOperacionesReturn\b[^>]*>([\s\S]*)<\/consultaOperacionesReturn>/.exec(xml)?.[1]
  )
  const error = textIn(answer, "Ds_ErrorCode")
  if (error === NO_OPERATIONS) return []
  if (error) throw new BankError(QUERY_REJECTED, "unknown", `Redsys rejected the query with ${error}`)
  const rows = [...answer.matchAll(/<Response\b[^>]*>([\s\S]*?)<\/Response>/g)].map(([, row = ""]) => row)
  const operations = rows.flatMap((row) => operationIn(row, order) ?? [])
  if (!rows.length || operations.length < rows.length)
    throw new BankError("malformed_answer", "unknown", "the answer to the query is not about this order")
  return operations
}

const STATES: ReadonlyMap<string | undefined, OperationState> = new Map([
  ["S", "requested"],
  ["A", "authenticating"],
  ["P", "authorizing"],
  ["F", "finished"],
])

function operationIn(row: string, order: string): QueriedOperation | undefined {
  const [type, amount, currency, state] = [
    textIn(row, "Ds_TransactionType"),
    textIn(row, "Ds_Amount"),
    currencyOfNumber(textIn(row, "Ds_Currency") ?? ""),
    STATES.get(textIn(row, "Ds_State")),
  ]
  if (!type || !/^\d{1,15}$/.test(amount ?? "") || !currency || !state) return undefined
  if (textIn(row, "Ds_Order") !== order) return undefined
  const response = state === "finished" ? (textIn(row, "Ds_Response") ?? null) : null
  return { transaction_type: type, amount: Number(amount), currency, state, response }
}

/** An element with a text of letters and digits, or with elements. */
const element = (name: string, content: string) => `<${name}>${content}</${name}>`

const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim()

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
])

/** The answer is XML inside of XML, either escaped or as CDATA. */
function unescaped(text = ""): string {
  const [, content] = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text) ?? []
  return content ?? text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES.get(name) ?? "")
}
