import { serializeAndSignJSONRequest } from "redsys-easy"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { BankDriver, CreatePayment, OpenedPayment, TokenSnapshot } from "../driver"
import { TRANSACTION_TYPES } from "../redsys/transaction-types"
import { RECORDED, type RecordedRequest, unformatted } from "./redsys-recorded-requests"
import { credentials, driverAt, type ReceivedRequest } from "./redsys-server"

let driver: BankDriver
let url: string
let close: () => void
const received: ReceivedRequest[] = []
/** The operations of the order that the query lists. */
let rows: string[]

const rowOf = (type: string, response: string) =>
  `<Response><Ds_Order>4427qU7XNtZp</Ds_Order><Ds_TransactionType>${type}</Ds_TransactionType>` +
  "<Ds_Amount>15900</Ds_Amount><Ds_Currency>978</Ds_Currency><Ds_State>F</Ds_State>" +
  `<Ds_Response>${response}</Ds_Response></Response>`

const RESULTS: Readonly<Record<string, string>> = { "2": "0900", "3": "0900", "9": "0400" }

function answerCall({
  DS_MERCHANT_TRANSACTIONTYPE: type = "",
  DS_MERCHANT_AMOUNT: amount,
}: Record<string, string>) {
  const Ds_Response = RESULTS[type] ?? "0000"
  rows.push(rowOf(type, Ds_Response))
  return { Ds_TransactionType: type, Ds_Amount: amount ?? "0", Ds_Response }
}

const answerQuery = () => rows.join("") || "<Ds_ErrorCode>XML0024</Ds_ErrorCode>"

beforeAll(async () => {
  const answers = { answerCall, answerQuery, received: (request: ReceivedRequest) => received.push(request) }
  ;({ driver, url, close } = await driverAt(answers, "HMAC_SHA256_V1"))
})
afterAll(() => close())
beforeEach(() => void (received.length = 0))

const address = {
  first_name: "Ana",
  last_name: "Pop",
  address_1: "Calle Mayor 1",
  address_2: "3 B",
  city: "Madrid",
  postal_code: "28013",
  country_code: "es",
  phone: "+34600000000",
}
const customer = { locale: "es-ES", billing_address: address, shipping_address: address }

const stored: OpenedPayment = {
  merchant_reference: "gwp_1",
  bank_payment_id: "4427qU7XNtZp",
  intent: "preauth",
  amount: 15_900,
  currency: "EUR",
  status: "authorized",
  bank_token_id: null,
  age: 1,
  operations: (["capture", "refund"] as const).map((kind) => ({
    kind,
    merchant_reference: "gwo_1",
    amount: 15_900,
    status: "requested",
  })),
  movements: [],
}
const movement = { payment: stored, merchant_reference: "gwo_1", amount: 15_900 }
const charge = {
  bank_token_id: "8f6c",
  merchant_reference: "gwp_2",
  amount: 15_900,
  currency: "EUR",
  description: "Renewal",
  mit: { type: "unscheduled", initial_network_transaction_id: "0161535" },
} as const
const card = {
  merchant_reference: "gwp_1",
  customer_reference: null,
  version: 1,
  currency: "EUR",
  usage: "recurring",
  card: null,
  network_transaction_id: "0161535",
  status: "active",
} as const
const token: TokenSnapshot = { ...card, id: "8f6c", next_action: null, decline: null }

const FIRST = { idempotency_key: "key", repeated: false }
const AGAIN = { idempotency_key: "key", repeated: true }

/** Opens a payment, and posts its form as the customer's browser does. */
async function open(change: Partial<CreatePayment> = {}): Promise<void> {
  const facts = { merchant_reference: "gwp_1", amount: 15_900, currency: "EUR", description: "Order 1042" }
  const input = { ...facts, intent: "sale", return_url: "https://shop.example/return", ...change } as const
  const { next_action } = await driver.createPayment(input, FIRST)
  if (next_action?.type !== "redirect_post") throw new Error("the payment has no form")
  const body = JSON.stringify(next_action.fields)
  const path = next_action.url.slice(url.length)
  const type = "application/x-www-form-urlencoded"
  received.push({ method: "POST", path, type, action: undefined, body })
}

type Operation = Exclude<keyof BankDriver, "capabilities">
type Kind = keyof typeof RECORDED
type Call = readonly [what: string, run: () => unknown, sends: readonly Kind[]]

const preauth = { intent: "preauth" } as const
const terms = { max_amount: 15_900, max_per_month: 15_900, expires_at: "2049-12-31T00:00:00Z" }
const save_card = { usage: "recurring", customer_reference: "customer-7", terms } as const
const setup = {
  ...save_card,
  merchant_reference: "gwp_3",
  currency: "EUR",
  return_url: "https://shop.example",
}
const notification = { method: "POST", headers: {}, raw_body: Buffer.from("") }

/** The calls of each operation of the driver, with the requests that each sends. TypeScript requires all operations. */
const CALLS: Readonly<Record<Operation, readonly Call[]>> = {
  createPayment: [
    ["a sale", () => open({ customer, customer_email: "ana@example.com" }), ["sale"]],
    ["an authorization", () => open(preauth), ["authorization"]],
    ["a payment by Bizum", () => open({ method: "bizum" }), ["bizum"]],
    ["a payment that saves the card", () => open({ save_card }), ["sale that saves the card"]],
  ],
  capturePayment: [
    ["the first", () => driver.capturePayment({ ...movement, final: true }, FIRST), ["capture", "query"]],
    [
      "a repeated",
      () => driver.capturePayment({ ...movement, final: true }, AGAIN),
      ["query", "capture", "query"],
    ],
  ],
  refundPayment: [
    ["the first", () => driver.refundPayment({ ...movement, full: true }, FIRST), ["refund", "query"]],
    ["a repeated", () => driver.refundPayment({ ...movement, full: true }, AGAIN), ["query"]],
  ],
  voidPayment: [
    ["an authorization", () => driver.voidPayment({ payment: stored }, FIRST), ["query", "void", "query"]],
  ],
  findPayment: [["a payment", () => driver.findPayment(stored), ["query"]]],
  ping: [["Redsys", () => driver.ping(), ["ping"]]],
  chargeToken: [
    ["the first", () => driver.chargeToken(charge, FIRST), ["charge"]],
    ["a repeated", () => driver.chargeToken(charge, AGAIN), ["query of a charge", "charge"]],
  ],
  revokeToken: [["a card", () => driver.revokeToken(token), ["deletion"]]],
  findToken: [["a card", () => driver.findToken({ ...card, bank_token_id: "8f6c", declines: [] }), []]],
  listEvents: [["all", () => driver.listEvents(0), []]],
  startTokenSetup: [["a card", () => driver.startTokenSetup(setup, FIRST), []]],
  readNotification: [["one", () => driver.readNotification(notification), []]],
  acknowledge: [["one", () => driver.acknowledge({ ok: false, reason: "malformed" }), []]],
  publicKeys: [["none", () => driver.publicKeys(), []]],
}

/** The recorded request in a received one. Its signature must be the one that redsys-easy makes of the same parameters. */
function recordedIn({ method, path, type, action, body }: ReceivedRequest): RecordedRequest {
  const sent = { method: String(method), path: String(path), type: String(type), action }
  if (body.startsWith("<")) return { ...sent, content: body }
  const envelope = JSON.parse(body) as { Ds_MerchantParameters: string }
  const parameters = Buffer.from(envelope.Ds_MerchantParameters, "base64").toString()
  const content = JSON.parse(parameters) as Parameters<typeof serializeAndSignJSONRequest>[1]
  expect(envelope).toEqual(serializeAndSignJSONRequest(credentials.secret, content))
  return { ...sent, content: { ...content } }
}

/** The recorded request of this kind. The order number of a deletion is new each time. */
function expected(kind: Kind): RecordedRequest {
  const { content, ...sent } = RECORDED[kind]
  if (kind !== "deletion" || typeof content === "string") return { ...sent, content }
  return {
    ...sent,
    content: { ...content, DS_MERCHANT_ORDER: expect.stringMatching(/^\d{4}\w{8}$/) as string },
  }
}

const ALL = Object.entries(CALLS).flatMap(([operation, calls]) =>
  calls.map(([what, run, sends]) => ({ operation, what, run, sends }))
)

describe("the requests to Redsys [REDSYS-17]", () => {
  it.each(ALL)(
    "of $operation, $what, are exactly the recorded ones: $sends",
    async ({ operation, run, sends }) => {
      const before = operation === "chargeToken" ? [] : [rowOf("1", "0000")]
      rows = operation === "refundPayment" ? [...before, rowOf("2", "0900")] : before
      await Promise.resolve(run()).catch(() => undefined)
      expect(received.map(recordedIn)).toEqual(sends.map(expected))
    }
  )

  it("are recorded for each operation of the driver and each transaction type, and none is recorded in vain", () => {
    const operations = Object.entries(driver).filter(([, member]) => typeof member === "function")
    expect(Object.keys(CALLS).sort()).toEqual(operations.map(([name]) => name).sort())
    expect([...new Set(ALL.flatMap(({ sends }) => sends))].sort()).toEqual(Object.keys(RECORDED).sort())
    const types = Object.values(RECORDED).flatMap(({ content }) =>
      typeof content === "string" ? [] : [content.DS_MERCHANT_TRANSACTIONTYPE]
    )
    expect([...new Set(types)].sort()).toEqual(Object.values(TRANSACTION_TYPES).sort())
  })

  it.each(Object.entries(RECORDED))(
    "of the kind %s have parameters in Redsys' formats alone",
    (_, { content }) => {
      expect(typeof content === "string" ? [] : unformatted(content)).toEqual([])
    }
  )

  it("may not contain a card number, or an amount that is not an integer", () => {
    const { content } = RECORDED.capture
    const changed = {
      ...(content as object),
      DS_MERCHANT_PAN: "4548810000000003",
      DS_MERCHANT_AMOUNT: "159.00",
    }
    expect(unformatted(changed)).toEqual(["DS_MERCHANT_AMOUNT", "DS_MERCHANT_PAN"])
  })
})
