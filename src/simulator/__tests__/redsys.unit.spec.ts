import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readRedsysMerchants } from "../redsys/redsys-merchants"
import { StartError } from "../start-error"
import {
  nextOrder,
  openPage,
  operationOf,
  paymentOf,
  payWith,
  type RedsysWorld,
  SECRET,
  startRedsys,
  submit,
  VISA,
} from "./support/redsys-shop"
import { until } from "./support/simulator"

let world: RedsysWorld
beforeAll(async () => void (world = await startRedsys()))
afterAll(() => world.stop())

const rest = (order: string, type: string, change: Record<string, string> = {}) =>
  world.api.restTrataPeticion(operationOf(order, type, change))

/** Expects Redsys' error code. */
const refused = (call: Promise<unknown>, code: string) =>
  expect(call).rejects.toMatchObject({ response: { errorCode: code } })

/** The newest notification, verified by redsys-easy. */
function notification() {
  const form = Object.fromEntries(new URLSearchParams(world.received.at(-1)?.body))
  type Message = Parameters<RedsysWorld["api"]["processRedirectNotification"]>[0]
  return world.api.processRedirectNotification(form as unknown as Message)
}

/** Pays on the page; returns the order number. */
async function paid(change: Record<string, string> = {}, card = VISA): Promise<string> {
  const payment = paymentOf(world, change)
  await payWith(await openPage(world, payment), card)
  return payment.DS_MERCHANT_ORDER
}

describe("the payment page of the Redsys mode", () => {
  it.each([
    ["a sale", "0"],
    ["an authorization", "1"],
  ])("accepts redsys-easy's form of %s, notifies the shop and returns the customer", async (_, type) => {
    const change = { DS_MERCHANT_CONSUMERLANGUAGE: "642", DS_MERCHANT_TRANSACTIONTYPE: type }
    const payment = paymentOf(world, change)
    const page = await openPage(world, payment)
    expect(await payWith(page, VISA)).toBe("https://shop.example/ok")
    expect(world.received.at(-1)?.type).toMatch(/^application\/x-www-form-urlencoded/)
    expect(notification()).toMatchObject({
      Ds_Order: payment.DS_MERCHANT_ORDER,
      Ds_Response: "0000",
      Ds_Amount: "1590",
      Ds_Currency: "978",
      Ds_MerchantCode: "999008881",
      Ds_Terminal: "001",
      Ds_TransactionType: type,
      Ds_MerchantData: "gwp_01",
      Ds_ConsumerLanguage: "642",
      Ds_Date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) as string,
      Ds_Card_Number: "454881******0003",
      Ds_ExpiryDate: "4912",
    })
  })

  it("signs the notification so that redsys-easy rejects a changed one", async () => {
    await paid()
    const form = new URLSearchParams(world.received.at(-1)?.body)
    form.set("Ds_MerchantParameters", form.get("Ds_MerchantParameters")?.replace(/^.{8}/, "eyJEc19B") ?? "")
    form.set("Ds_Signature", `A${form.get("Ds_Signature")?.slice(1)}`)
    type Message = Parameters<RedsysWorld["api"]["processRedirectNotification"]>[0]
    const message = Object.fromEntries(form) as unknown as Message
    expect(() => world.api.processRedirectNotification(message)).toThrow()
  })

  it.each([
    ["an amount ending in 96", { DS_MERCHANT_AMOUNT: "1596" }, VISA, "123", "0190"],
    ["an amount ending in 72", { DS_MERCHANT_AMOUNT: "1572" }, VISA, "123", "0172"],
    ["an amount ending in 73", { DS_MERCHANT_AMOUNT: "1573" }, VISA, "123", "0173"],
    ["an amount ending in 74", { DS_MERCHANT_AMOUNT: "1574" }, VISA, "123", "0174"],
    ["an amount ending in 97", { DS_MERCHANT_AMOUNT: "1597" }, VISA, "123", "0912"],
    ["the security code 999", {}, VISA, "999", "0190"],
    ["a wrong security code", {}, VISA, "124", "0129"],
    ["a card that is not a test card", {}, "4111111111111111", "123", "0180"],
  ])("declines %s and says so in the notification", async (_, change, card, cvv, response) => {
    const page = await openPage(world, paymentOf(world, change))
    expect(await payWith(page, card, cvv)).toBe("https://shop.example/ko")
    expect(notification()).toMatchObject({ Ds_Response: response })
  })

  it("asks for no code with the test card that needs none, and asks for one with every other", async () => {
    const card = { expiry: "12/49", cvv: "123", action: "pay" }
    const direct = await openPage(world, paymentOf(world))
    expect(await submit(direct, { ...card, number: "4548814479727229" })).toBe("https://shop.example/ok")
    expect(notification()).toMatchObject({ Ds_Response: "0000" })
    for (const number of [VISA, "5576570000000004", "4548817212493017"]) {
      const page = await openPage(world, paymentOf(world))
      expect([number, await submit(page, { ...card, number })]).toEqual([number, page])
    }
  })

  it.each([
    ["cancel", "9915"],
    ["timeout", "9142"],
  ])("ends with a notification on %s, and cannot be used again", async (action, response) => {
    const page = await openPage(world, paymentOf(world))
    expect(await submit(page, { action })).toBe("https://shop.example/ko")
    expect(notification()).toMatchObject({ Ds_Response: response })
    expect((await fetch(page)).status).toBe(410)
  })

  it("fails the authentication after three wrong codes", async () => {
    const page = await openPage(world, paymentOf(world))
    expect(await submit(page, { number: VISA, expiry: "12/49", cvv: "123", action: "pay" })).toBe(page)
    const wrong = { code: "000000", action: "approve" }
    expect([await submit(page, wrong), await submit(page, wrong)]).toEqual(["422", "422"])
    expect(await submit(page, wrong)).toBe("https://shop.example/ko")
    expect(notification()).toMatchObject({ Ds_Response: "0184" })
  })

  it("is not opened by a form from another page", async () => {
    const page = await openPage(world, paymentOf(world))
    expect(await submit(page, { csrf: "0".repeat(32), action: "cancel" })).toBe("403")
  })

  it.each([
    ["a used order number", { DS_MERCHANT_ORDER: "1042USED" }, "SIS0051"],
    ["an order number without four digits", { DS_MERCHANT_ORDER: "A042B" }, "SIS0014"],
    ["another merchant", { DS_MERCHANT_MERCHANTCODE: "999008882" }, "SIS0026"],
    ["another terminal", { DS_MERCHANT_TERMINAL: "9" }, "SIS0026"],
    ["the currency of another terminal", { DS_MERCHANT_CURRENCY: "392" }, "SIS0027"],
    ["an amount that is not an integer", { DS_MERCHANT_AMOUNT: "15.90" }, "SIS0019"],
    ["a refund", { DS_MERCHANT_TRANSACTIONTYPE: "3" }, "SIS0022"],
  ])("rejects a form with %s", async (_, change, code) => {
    if (code === "SIS0051") await openPage(world, paymentOf(world, change))
    expect(await openPage(world, paymentOf(world, change))).toContain(code)
  })

  it("rejects a form with another signature", async () => {
    const { url, body } = world.api.createRedirectForm(paymentOf(world))
    const Ds_Signature = body.Ds_Signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))
    const changed = { ...body, Ds_Signature }
    const response = await fetch(url, { method: "POST", body: new URLSearchParams(changed) })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("SIS0042")])
  })
})

describe("a payment by Bizum in the Redsys mode", () => {
  const bizum = (change: Record<string, string> = {}) =>
    paymentOf(world, { DS_MERCHANT_PAYMETHODS: "z", ...change })

  it("asks for the telephone number, and its notification names Bizum and no card", async () => {
    const page = await openPage(world, bizum())
    expect(await (await fetch(page)).text()).toMatch(/Pay by Bizum[\s\S]*name="phone"/)
    expect(await submit(page, { phone: "+34 700 000 000", action: "pay" })).toBe("https://shop.example/ok")
    const result = notification()
    expect(result).toMatchObject({ Ds_Response: "0000", Ds_ProcessedPayMethod: "68" })
    expect(result).not.toHaveProperty("Ds_Card_Number")
    expect(await rest(result.Ds_Order, "3", { DS_MERCHANT_AMOUNT: "590" })).toMatchObject({
      Ds_Response: "0900",
    })
  })

  it("is one of two choices on the page if the shop names no method", async () => {
    const page = await openPage(world, paymentOf(world))
    const html = await (await fetch(page)).text()
    expect(html).toMatch(/name="number"[\s\S]*name="phone"/)
    expect(await submit(page, { phone: "700000000", action: "bizum" })).toBe("https://shop.example/ok")
    expect(notification()).toMatchObject({ Ds_Response: "0000", Ds_ProcessedPayMethod: "68" })
  })

  it.each([
    ["the shop names the card", { DS_MERCHANT_PAYMETHODS: "C" }],
    ["the card is saved", { DS_MERCHANT_IDENTIFIER: "REQUIRED" }],
  ])("is not offered if %s", async (_, change) => {
    const page = await openPage(world, paymentOf(world, change))
    expect(await (await fetch(page)).text()).not.toContain('name="phone"')
    const before = world.received.length
    await submit(page, { phone: "700000000", action: "bizum" })
    expect(world.received).toHaveLength(before)
  })

  it.each([
    ["another number", "600000000", {}, "0180"],
    ["an amount that is declined", "700000000", { DS_MERCHANT_AMOUNT: "1596" }, "0190"],
  ])("is declined for %s", async (_, phone, change, response) => {
    const page = await openPage(world, bizum(change))
    expect(await submit(page, { phone, action: "pay" })).toBe("https://shop.example/ko")
    expect(notification()).toMatchObject({ Ds_Response: response })
  })

  it.each([
    ["an authorization", { DS_MERCHANT_TRANSACTIONTYPE: "1" }],
    ["a payment that saves a card", { DS_MERCHANT_IDENTIFIER: "REQUIRED" }],
    ["another currency", { DS_MERCHANT_TERMINAL: "2", DS_MERCHANT_CURRENCY: "392" }],
  ])("is not possible for %s", async (_, change) => {
    expect(await openPage(world, bizum(change))).toContain("SIS0022")
  })
})

describe("a repeated notification of the Redsys mode", () => {
  const notify = (order: string, forge?: string) =>
    world.control("POST", "/_sim/redsys/notify", { merchant_code: "999008881", order, forge })

  it("is the same again", async () => {
    const order = await paid()
    const first = notification()
    expect((await notify(order)).json).toEqual({ status: 200 })
    expect(notification()).toMatchObject({ Ds_Order: order, Ds_Amount: first.Ds_Amount })
  })

  it("is forged with another signature, or with a genuine one over another amount", async () => {
    const order = await paid()
    await notify(order, "bad_signature")
    expect(notification).toThrow("Invalid signature")
    await notify(order, "amount_mismatch")
    expect(notification()).toMatchObject({ Ds_Order: order, Ds_Amount: "1591" })
  })

  it("is not sent for an open or unknown payment", async () => {
    const payment = paymentOf(world)
    await openPage(world, payment)
    for (const order of [payment.DS_MERCHANT_ORDER, nextOrder()])
      expect((await notify(order)).status).toBe(404)
  })
})

describe("the REST interface of the Redsys mode", () => {
  const preauth = () => paid({ DS_MERCHANT_TRANSACTIONTYPE: "1" })

  it("captures an authorization once, up to its amount", async () => {
    const order = await preauth()
    await refused(rest(order, "2", { DS_MERCHANT_AMOUNT: "1591" }), "SIS0062")
    expect(await rest(order, "2", { DS_MERCHANT_AMOUNT: "1000" })).toMatchObject({
      Ds_Order: order,
      Ds_Response: "0900",
      Ds_Amount: "1000",
      Ds_TransactionType: "2",
    })
    await refused(rest(order, "2", { DS_MERCHANT_AMOUNT: "590" }), "SIS0060")
    await refused(rest(order, "9"), "SIS0061")
  })

  it("voids an authorization once, which can then not be captured", async () => {
    const order = await preauth()
    expect(await rest(order, "9")).toMatchObject({ Ds_Response: "0400" })
    await refused(rest(order, "9"), "SIS0222")
    await refused(rest(order, "2"), "SIS0061")
  })

  it("refunds a sale in parts, up to its amount", async () => {
    const order = await paid()
    for (const DS_MERCHANT_AMOUNT of ["1000", "590"])
      expect(await rest(order, "3", { DS_MERCHANT_AMOUNT })).toMatchObject({ Ds_Response: "0900" })
    await refused(rest(order, "3", { DS_MERCHANT_AMOUNT: "1" }), "SIS0057")
  })

  it("moves no money of an order that is unknown or was not approved", async () => {
    await refused(rest(nextOrder(), "2"), "SIS0059")
    await refused(rest(nextOrder(), "3"), "SIS0054")
    const declined = await paid({ DS_MERCHANT_AMOUNT: "1596" })
    await refused(rest(declined, "3"), "SIS0056")
    await refused(rest(declined, "2"), "SIS0061")
  })

  it("executes a call with an amount ending in 67 and never answers", async () => {
    const order = await preauth()
    const call = rest(order, "2", { DS_MERCHANT_AMOUNT: "1067" })
    call.catch(() => undefined)
    await until(async () =>
      JSON.stringify((await world.control("GET", "/_sim/log")).json).includes('"status":0')
    )
    await refused(rest(order, "2"), "SIS0060")
  })

  it("answers 500 to an amount ending in 68 after executing it, and to one ending in 69 without", async () => {
    const [executed, not] = [await preauth(), await preauth()]
    await expect(rest(executed, "2", { DS_MERCHANT_AMOUNT: "1068" })).rejects.toThrow()
    await refused(rest(executed, "2"), "SIS0060")
    await expect(rest(not, "2", { DS_MERCHANT_AMOUNT: "1069" })).rejects.toThrow()
    expect(await rest(not, "2")).toMatchObject({ Ds_Response: "0900" })
  })
})

describe("a saved card of the Redsys mode", () => {
  const save = { DS_MERCHANT_IDENTIFIER: "REQUIRED", DS_MERCHANT_COF_INI: "S", DS_MERCHANT_COF_TYPE: "R" }

  async function saved(card = VISA, change: Record<string, string> = {}) {
    await paid({ ...save, ...change }, card)
    const { Ds_Merchant_Identifier: identifier = "", Ds_Merchant_Cof_Txnid: txnid = "" } = notification()
    return {
      DS_MERCHANT_IDENTIFIER: identifier,
      DS_MERCHANT_COF_TXNID: txnid,
      DS_MERCHANT_COF_INI: "N",
      DS_MERCHANT_COF_TYPE: "R",
      DS_MERCHANT_EXCEP_SCA: "MIT",
      DS_MERCHANT_DIRECTPAYMENT: "true",
    }
  }

  it("is charged without the customer, once per order number", async () => {
    const [card, order] = [await saved(), nextOrder()]
    expect(await rest(order, "0", card)).toMatchObject({ Ds_Order: order, Ds_Response: "0000" })
    await refused(rest(order, "0", card), "SIS0051")
    expect(await rest(order, "3")).toMatchObject({ Ds_Response: "0900" })
  })

  it.each([
    ["without the exemption", { DS_MERCHANT_EXCEP_SCA: "" }, "0195"],
    ["as a payment with authentication", { DS_MERCHANT_DIRECTPAYMENT: "" }, "0195"],
    ["without its first transaction", { DS_MERCHANT_COF_TXNID: "1" }, "0190"],
    ["as another kind of charge", { DS_MERCHANT_COF_TYPE: "I" }, "0190"],
    ["as a first transaction", { DS_MERCHANT_COF_INI: "S" }, "0190"],
  ])("is not charged %s", async (_, change, response) => {
    expect((await rest(nextOrder(), "0", { ...(await saved()), ...change })).Ds_Response).toBe(response)
  })

  it("is not charged if the issuer wants the customer, nor after its card has expired", async () => {
    const soft = await saved("4548817212493017")
    expect((await rest(nextOrder(), "0", soft)).Ds_Response).toBe("0195")
    const card = await saved()
    await world.control("POST", "/_sim/clock", { offset_s: 30 * 365 * 24 * 60 * 60 })
    expect((await rest(nextOrder(), "0", card)).Ds_Response).toBe("0101")
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
  })

  it("has no first transaction, and is not charged, if the customer agreed to no charges", async () => {
    const card = await saved(VISA, { DS_MERCHANT_COF_INI: "", DS_MERCHANT_COF_TYPE: "" })
    expect(card).toMatchObject({
      DS_MERCHANT_IDENTIFIER: expect.stringMatching(/./) as string,
      DS_MERCHANT_COF_TXNID: "",
    })
    expect((await rest(nextOrder(), "0", card)).Ds_Response).toBe("0190")
  })

  it("is deleted, and then unknown", async () => {
    const card = await saved()
    expect(await rest(nextOrder(), "44", card)).toMatchObject({ Ds_Response: "0000" })
    await refused(rest(nextOrder(), "0", card), "SIS0321")
    await refused(rest(nextOrder(), "44", card), "SIS0321")
  })
})

describe("a merchant of the Redsys mode", () => {
  const merchant = { merchant_code: "999008881", terminals: { "1": "EUR" }, secret: SECRET }

  it("has the newest signature version and its code as the name by default", () => {
    expect(readRedsysMerchants([merchant]).get("999008881")).toEqual({
      ...merchant,
      name: "999008881",
      signature_version: "HMAC_SHA512_V2",
    })
  })

  it.each<[string, unknown[]]>([
    ["is no object", [1]],
    ["has no code", [{ ...merchant, merchant_code: "1" }]],
    ["has no terminals", [{ ...merchant, terminals: {} }]],
    ["has a terminal with a leading zero", [{ ...merchant, terminals: { "001": "EUR" } }]],
    ["has a short secret", [{ ...merchant, secret: "AAAA" }]],
    ["has an unknown version", [{ ...merchant, signature_version: "HMAC_MD5" }]],
    ["has an unknown member", [{ ...merchant, color: "red" }]],
    ["is given twice", [merchant, merchant]],
  ])("is rejected if it %s", (_, entries) => {
    expect(() => readRedsysMerchants(entries)).toThrow(StartError)
  })
})
