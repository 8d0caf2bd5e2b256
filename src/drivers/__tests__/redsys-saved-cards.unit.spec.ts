import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { BankDriver, StoredCard, TokenSnapshot } from "../driver"
import { orderNumberOf } from "../redsys"
import { driverAt } from "./redsys-server"

const order = orderNumberOf("gwp_2")

/** What Redsys answers to a call: a response code, an error code, or nothing valid; and what its query lists. */
let answer: string
let listed: string | null
let sent: Record<string, string>[]
let queries: number

function answerCall(request: Record<string, string>): Record<string, string> | string {
  sent.push(request)
  if (answer.startsWith("SIS")) return JSON.stringify({ errorCode: answer })
  if (!answer) return "no result"
  return {
    Ds_TransactionType: String(request.DS_MERCHANT_TRANSACTIONTYPE),
    Ds_Response: answer,
    Ds_Amount: request.DS_MERCHANT_AMOUNT ?? "0",
    Ds_Card_Number: "454881******0003",
  }
}

function answerQuery(): string {
  queries++
  const row = [
    `<Ds_Order>${order}</Ds_Order><Ds_TransactionType>0</Ds_TransactionType><Ds_Amount>990</Ds_Amount>`,
    `<Ds_Currency>978</Ds_Currency><Ds_State>F</Ds_State><Ds_Response>${listed}</Ds_Response>`,
  ]
  return listed ? `<Response>${row.join("")}</Response>` : "<Ds_ErrorCode>XML0024</Ds_ErrorCode>"
}

let driver: BankDriver
let close: () => void
beforeAll(async () => void ({ driver, close } = await driverAt({ answerCall, answerQuery })))
afterAll(() => close())
beforeEach(() => {
  ;[answer, listed, sent, queries] = ["0000", null, [], 0]
})

const FIRST = { idempotency_key: "key", repeated: false }
const AGAIN = { idempotency_key: "key", repeated: true }

const base = {
  DS_MERCHANT_MERCHANTCODE: "999008881",
  DS_MERCHANT_TERMINAL: "1",
}

describe("a charge of a card saved at Redsys [REDSYS-12]", () => {
  const charge = {
    bank_token_id: "8f6c",
    merchant_reference: "gwp_2",
    amount: 990,
    currency: "EUR",
    description: "Renewal",
    mit: { type: "recurring", initial_network_transaction_id: "0161535" },
  } as const

  it("names the card, its first transaction and the exemption, and its signed result is the payment", async () => {
    expect(await driver.chargeToken(charge, FIRST)).toMatchObject({
      id: order,
      merchant_reference: "gwp_2",
      status: "captured",
      amount: 990,
      token_id: "8f6c",
      amounts: { captured: 990, refunded: 0 },
      next_action: null,
      card: { last4: "0003" },
    })
    expect(sent).toEqual([
      {
        ...base,
        DS_MERCHANT_ORDER: order,
        DS_MERCHANT_TRANSACTIONTYPE: "0",
        DS_MERCHANT_AMOUNT: "990",
        DS_MERCHANT_CURRENCY: "978",
        DS_MERCHANT_MERCHANTDATA: "gwp_2",
        DS_MERCHANT_PRODUCTDESCRIPTION: "Renewal",
        DS_MERCHANT_IDENTIFIER: "8f6c",
        DS_MERCHANT_COF_INI: "N",
        DS_MERCHANT_COF_TYPE: "R",
        DS_MERCHANT_COF_TXNID: "0161535",
        DS_MERCHANT_EXCEP_SCA: "MIT",
        DS_MERCHANT_DIRECTPAYMENT: "true",
      },
    ])
    expect(queries).toBe(0)
  })

  it.each([
    ["0195", "sca_required"],
    ["0190", "do_not_honor"],
    ["0173", "token_revoked"],
  ])("that is declined with %s is a declined payment with the code %s", async (response, code) => {
    answer = response
    expect(await driver.chargeToken(charge, FIRST)).toMatchObject({ status: "declined", decline: { code } })
  })

  it("of a card that Redsys does not know is not executed", async () => {
    answer = "SIS0321"
    await expect(driver.chargeToken(charge, FIRST)).rejects.toMatchObject({
      code: "token_not_active",
      outcome: "not_executed",
    })
  })

  it.each(["", "9998", "SIS0051"])("has an unknown outcome after the answer %j", async (given) => {
    answer = given
    await expect(driver.chargeToken(charge, FIRST)).rejects.toMatchObject({ outcome: "unknown" })
  })

  it("that is repeated is queried first, and not sent again if Redsys lists it", async () => {
    for (const [response, status] of [
      ["0000", "captured"],
      ["0195", "declined"],
    ] as const) {
      listed = response
      expect(await driver.chargeToken(charge, AGAIN)).toMatchObject({ status, token_id: "8f6c" })
    }
    expect(sent).toEqual([])
  })

  it("that is repeated and not listed is sent with the same order number", async () => {
    expect(await driver.chargeToken(charge, AGAIN)).toMatchObject({ status: "captured" })
    expect([queries, sent.map((one) => one.DS_MERCHANT_ORDER)]).toEqual([1, [order]])
  })
})

const card: StoredCard = {
  merchant_reference: "gwp_1",
  bank_token_id: "8f6c",
  customer_reference: "customer-7",
  currency: "EUR",
  usage: "recurring",
  status: "active",
  version: 4,
  declines: [],
  card: { brand: "visa", last4: "0003", exp_month: 12, exp_year: 2049 },
  network_transaction_id: "0161535",
}

describe("a card saved at Redsys [REDSYS-11]", () => {
  it("is what the store has stored, because Redsys cannot be asked about it", async () => {
    const { bank_token_id: id, declines: _, ...facts } = card
    expect(await driver.findToken(card)).toEqual({ ...facts, id, next_action: null, decline: null })
    expect(await driver.findToken({ ...card, bank_token_id: null })).toBeNull()
    expect([sent, queries]).toEqual([[], 0])
  })

  it.each([
    [["do_not_honor", "sca_required"], "active", 4],
    [["do_not_honor", "card_expired"], "expired", 5],
    [["token_revoked"], "revoked", 5],
    [["token_not_active"], "revoked", 5],
  ] as const)("after charges declined with %j is %s", async (declines, status, version) => {
    expect(await driver.findToken({ ...card, declines })).toMatchObject({ status, version })
  })

  it("that has ended stays ended", async () => {
    const ended = { ...card, status: "revoked", declines: ["card_expired"] } as const
    expect(await driver.findToken(ended)).toMatchObject({ status: "revoked", version: 4 })
  })

  it("is revoked by its deletion, which has a new order number each time", async () => {
    const token = (await driver.findToken(card)) as TokenSnapshot
    for (const given of ["0000", "SIS0321"]) {
      answer = given
      expect(await driver.revokeToken(token)).toEqual({ ...token, status: "revoked", version: 5 })
    }
    const deletion = { ...base, DS_MERCHANT_TRANSACTIONTYPE: "44", DS_MERCHANT_IDENTIFIER: "8f6c" }
    expect(sent).toEqual([1, 2].map(() => ({ ...deletion, DS_MERCHANT_ORDER: expect.any(String) as string })))
    expect(new Set(sent.map((one) => one.DS_MERCHANT_ORDER)).size).toBe(2)
  })

  it("is not revoked if Redsys does not delete it", async () => {
    const token = (await driver.findToken(card)) as TokenSnapshot
    for (const [given, outcome] of [
      ["SIS0042", "not_executed"],
      ["0190", "not_executed"],
      ["", "unknown"],
    ] as const) {
      answer = given
      await expect(driver.revokeToken(token)).rejects.toMatchObject({ outcome })
    }
  })
})
