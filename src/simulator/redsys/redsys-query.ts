import type { Bank } from "../bank"
import type { Reply } from "../reply"
import { numericCurrency } from "./numeric-currency"
import type { RedsysOperation, RedsysOrder } from "./redsys-orders"
import { isRedsysSignature } from "./redsys-signature"
import { type Ending, underFault } from "./under-fault"

/** The errors of the query: the message has a wrong form, a wrong signature, or there is no such operation. */
const ERRORS = { form: "XML0001", signature: "XML0020", unknown: "XML0024" } as const

const VERSION =
  /<Messages>(<Version Ds_Version="0\.0"><Message><Monitor>.*<\/Monitor><\/Message><\/Version>)</
const MONITOR =
  /<Ds_MerchantCode>(\d{9})<\/Ds_MerchantCode><Ds_Terminal>0*(\d{1,3})<\/Ds_Terminal><Ds_Order>(\w{4,12})<\/Ds_Order><\/Monitor>/
const SIGNATURE =
  /<Signature>([^<]+)<\/Signature><SignatureVersion>HMAC_SHA256_V1<\/SignatureVersion><\/Messages>/

/** `POST /apl02/services/SerClsWSConsulta`: all operations of one order, in SOAP. A wrong signature meets no fault. */
export async function answerRedsysQuery(bank: Bank, raw: Buffer): Promise<Ending> {
  const body = raw.toString("utf8")
  const [version, signature] = [VERSION, SIGNATURE].map((part) => part.exec(body)?.[1] ?? "") as [
    string,
    string,
  ]
  const [, code = "", terminal = "", order = ""] = MONITOR.exec(version) ?? []
  const merchant = bank.redsys.merchants.get(code)
  // What Redsys answers to a merchant without the query is not published.
  if (!merchant || !bank.redsys.has_query) return failure(ERRORS.form)
  const key = { ...merchant, signature_version: "HMAC_SHA256_V1" } as const
  if (!isRedsysSignature(key, order, version, signature)) return failure(ERRORS.signature)
  const { orders, lists_unfinished } = bank.redsys
  const seen = lists_unfinished ? unfinished : (operation: RedsysOperation) => operation
  return underFault(bank, merchant, "query", () => listed(orders.find(merchant, order), terminal, seen))
}

function listed(order: RedsysOrder | undefined, terminal: string, seen: typeof unfinished): Reply {
  if (order?.terminal !== terminal) return failure(ERRORS.unknown)
  return envelope(operationsOf(order).map((operation) => row(order, seen(operation))))
}

/** An order whose page is still open has one operation that has not ended. */
function operationsOf({ operations, type, amount }: RedsysOrder): RedsysOperation[] {
  return operations.length ? operations : [{ type, amount, response: "" }]
}

/** Captures, refunds and voids. */
const MOVEMENTS: ReadonlySet<string> = new Set(["2", "3", "9"])

/** A capture, refund or void before it has a result. */
const unfinished = (operation: RedsysOperation): RedsysOperation =>
  MOVEMENTS.has(operation.type) ? { ...operation, response: "" } : operation

/** Finished, at the issuer, or, for the customer's payment, in authentication. */
function stateOf({ type, response }: RedsysOperation): "F" | "P" | "A" {
  if (response) return "F"
  return MOVEMENTS.has(type) ? "P" : "A"
}

function row({ merchant, terminal, order, currency }: RedsysOrder, operation: RedsysOperation): string {
  const { type, amount, response } = operation
  const members = {
    Ds_MerchantCode: merchant.merchant_code,
    Ds_Terminal: terminal,
    Ds_Order: order,
    Ds_TransactionType: type,
    Ds_Amount: String(amount),
    Ds_Currency: numericCurrency(currency),
    Ds_State: stateOf(operation),
    ...(response && { Ds_Response: response }),
  }
  const content = Object.entries(members).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<Response Ds_Version="0.0">${content.join("")}</Response>`
}

const failure = (code: string) => envelope([`<ErrorMsg><Ds_ErrorCode>${code}</Ds_ErrorCode></ErrorMsg>`])

function envelope(content: string[]): Reply {
  const messages = `<Messages><Version Ds_Version="0.0"><Message>${content.join("")}</Message></Version></Messages>`
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>',
    '<p259:consultaOperacionesResponse xmlns:p259="http://webservices.apl02.redsys.es">',
    `<consultaOperacionesReturn>${escaped(messages)}</consultaOperacionesReturn>`,
    "</p259:consultaOperacionesResponse></soapenv:Body></soapenv:Envelope>",
  ].join("")
  return { status: 200, text, headers: { "Content-Type": "text/xml; charset=utf-8" } }
}

const escaped = (xml: string) =>
  xml.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
