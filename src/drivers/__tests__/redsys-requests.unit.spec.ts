import {
  COUNTRIES,
  CURRENCIES,
  LANGUAGES,
  serializeAndSignJSONRequest,
  TRANSACTION_TYPES as THEIRS,
} from "redsys-easy"
import { describe, expect, it } from "vitest"
import { exponentOf } from "../../domain/money"
import type { OrderCustomer, PostalAddress } from "../driver"
import { countryNumberOf } from "../redsys/countries"
import { currencyOfNumber } from "../../domain/currency-numbers"
import { numericCodeOf, REDSYS_CURRENCIES } from "../redsys/currencies"
import { signFields } from "../redsys/envelope"
import { languageCodeOf } from "../redsys/languages"
import { orderNumberOf } from "../redsys/order-number"
import * as requests from "../redsys/requests"

const terminal = { merchant_code: "999008881", terminal: "1" }
const amount = { order: "1042AB12CD34", amount: 15_900, currency: "EUR" }
const payment = {
  ...amount,
  intent: "sale",
  merchant_reference: "gwp_01",
  description: "Order 1042",
  notification_url: "https://shop.example/gw-bank/v1/ipn/redsys",
  return_url: "https://shop.example/return",
} as const

const base = {
  DS_MERCHANT_ORDER: "1042AB12CD34",
  DS_MERCHANT_MERCHANTCODE: "999008881",
  DS_MERCHANT_TERMINAL: "1",
}
const money = { DS_MERCHANT_AMOUNT: "15900", DS_MERCHANT_CURRENCY: "978" }

const customer = {
  locale: "es-ES",
  billing_address: {
    first_name: "Íñigo",
    last_name: "Muñoz",
    address_1: "Calle Mayor 1",
    address_2: "3.º B",
    city: "Madrid",
    postal_code: "28013",
    country_code: "es",
    phone: "+34 600 00 00 00",
  },
  shipping_address: null,
} as const
const card = { identifier: "8f6c", usage: "unscheduled", network_transaction_id: "0161535" } as const
const charge = { ...amount, ...card, merchant_reference: "gwp_02", description: "Renewal" }

/** One request of each kind that the driver sends. */
const ALL_REQUESTS = {
  sale: requests.paymentFields(terminal, { ...payment, customer, customer_email: "ana@example.com" }),
  preauthorization: requests.paymentFields(terminal, { ...payment, intent: "preauth" }),
  "payment by Bizum": requests.paymentFields(terminal, { ...payment, method: "bizum" }),
  "payment that saves the card": requests.paymentFields(terminal, { ...payment, save_card: "recurring" }),
  capture: requests.captureFields(terminal, amount),
  refund: requests.refundFields(terminal, amount),
  void: requests.voidFields(terminal, amount),
  charge: requests.chargeFields(terminal, charge),
  deletion: requests.deletionFields(terminal, { order: amount.order, identifier: "8f6c" }),
}

describe("the fields of a Redsys request", () => {
  it("of a sale name the payment and the pages", () => {
    expect(requests.paymentFields(terminal, payment)).toEqual({
      ...base,
      ...money,
      DS_MERCHANT_TRANSACTIONTYPE: THEIRS.AUTHORIZATION,
      DS_MERCHANT_MERCHANTDATA: "gwp_01",
      DS_MERCHANT_PRODUCTDESCRIPTION: "Order 1042",
      DS_MERCHANT_MERCHANTURL: "https://shop.example/gw-bank/v1/ipn/redsys",
      DS_MERCHANT_URLOK: "https://shop.example/return",
      DS_MERCHANT_URLKO: "https://shop.example/return",
    })
  })

  it("of an authorization contain the customer's language and email, and the request to save the card", () => {
    const customer = { locale: "ro-RO", billing_address: null, shipping_address: null }
    const options = { customer, customer_email: "ana@example.com", save_card: "recurring" } as const
    expect(requests.paymentFields(terminal, { ...payment, ...options, intent: "preauth" })).toMatchObject({
      DS_MERCHANT_TRANSACTIONTYPE: THEIRS.PRE_AUTHORIZATION,
      DS_MERCHANT_CONSUMERLANGUAGE: LANGUAGES.ro,
      DS_MERCHANT_EMV3DS: { email: "ana@example.com" },
      DS_MERCHANT_IDENTIFIER: "REQUIRED",
      DS_MERCHANT_COF_INI: "S",
      DS_MERCHANT_COF_TYPE: "R",
    })
  })

  it("of a payment by Bizum name no other payment method, and those of a payment by card none [REDSYS-13]", () => {
    const fieldsOf = (method: "card" | "bizum") => requests.paymentFields(terminal, { ...payment, method })
    expect(fieldsOf("bizum")).toEqual({ ...fieldsOf("card"), DS_MERCHANT_PAYMETHODS: "z" })
    expect(fieldsOf("card")).toEqual(requests.paymentFields(terminal, payment))
  })

  it("of a capture, a refund and a void name the original order", () => {
    const typed = (type: string) => ({ ...base, ...money, DS_MERCHANT_TRANSACTIONTYPE: type })
    expect(requests.captureFields(terminal, amount)).toEqual(typed(THEIRS.CONFIRMATION))
    expect(requests.refundFields(terminal, amount)).toEqual(typed(THEIRS.AUTO_REFUND))
    expect(requests.voidFields(terminal, amount)).toEqual(typed(THEIRS.PRE_AUTHORIZATION_CANCEL))
  })

  it("of a merchant-initiated charge name the saved card and its first transaction", () => {
    expect(requests.chargeFields(terminal, charge)).toEqual({
      ...base,
      ...money,
      DS_MERCHANT_TRANSACTIONTYPE: THEIRS.AUTHORIZATION,
      DS_MERCHANT_MERCHANTDATA: "gwp_02",
      DS_MERCHANT_PRODUCTDESCRIPTION: "Renewal",
      DS_MERCHANT_IDENTIFIER: "8f6c",
      DS_MERCHANT_COF_INI: "N",
      DS_MERCHANT_COF_TYPE: "C",
      DS_MERCHANT_COF_TXNID: "0161535",
      DS_MERCHANT_EXCEP_SCA: "MIT",
      DS_MERCHANT_DIRECTPAYMENT: "true",
    })
  })

  it("of a deletion name the saved card, without an amount", () => {
    expect(requests.deletionFields(terminal, { order: "1042AB12CD34", identifier: "8f6c" })).toEqual({
      ...base,
      DS_MERCHANT_TRANSACTIONTYPE: THEIRS.DELETE_REFERENCE,
      DS_MERCHANT_IDENTIFIER: "8f6c",
    })
  })

  it.each(Object.entries(ALL_REQUESTS))("of a %s are encoded and signed as by redsys-easy", (_, fields) => {
    const secret = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"
    type Params = Parameters<typeof serializeAndSignJSONRequest>[1]
    const theirs = serializeAndSignJSONRequest(secret, fields as Params)
    expect(signFields(fields, { secret, signature_version: "HMAC_SHA256_V1" })).toEqual(theirs)
  })

  it("have a description of at most 125 whole characters", () => {
    const long = { ...payment, description: "🎁".repeat(200) }
    expect(requests.paymentFields(terminal, long).DS_MERCHANT_PRODUCTDESCRIPTION).toBe("🎁".repeat(125))
  })

  it("are not made for a currency without a code", () => {
    const charge = { ...payment, currency: "XYZ" }
    expect(() => requests.paymentFields(terminal, charge)).toThrow("does not know the currency XYZ")
    expect(() => numericCodeOf("toString")).toThrow("does not know the currency toString")
  })
})

describe("the codes of Redsys", () => {
  it("for currencies equal those of redsys-easy, with the same number of decimals", () => {
    const table = CURRENCIES as Record<string, { num: string; decimals: number } | undefined>
    for (const currency of REDSYS_CURRENCIES) {
      expect([currency, table[currency]?.num]).toEqual([currency, numericCodeOf(currency)])
      expect([currency, table[currency]?.decimals]).toEqual([currency, exponentOf(currency)])
      expect(currencyOfNumber(`0${numericCodeOf(currency)}`)).toBe(currency)
    }
    expect(currencyOfNumber("999")).toBeUndefined()
  })

  it("for languages equal those of redsys-easy", () => {
    for (const [language, code] of Object.entries(LANGUAGES))
      expect([code, undefined]).toContain(languageCodeOf(`${language}-XX`))
    expect(["es", "en", "ro", "ca", "eu", "gl"].map(languageCodeOf)).not.toContain(undefined)
    for (const unknown of ["xx", "", "constructor"]) expect(languageCodeOf(unknown)).toBeUndefined()
  })

  it("for countries equal those of redsys-easy", () => {
    for (const [country, number] of Object.entries(COUNTRIES as Record<string, string>))
      expect([country, Number(countryNumberOf(country))]).toEqual([country, Number(number)])
    expect(["es", "ES", "af"].map(countryNumberOf)).toEqual(["724", "724", "004"])
    for (const unknown of ["xx", "", "constructor"]) expect(countryNumberOf(unknown)).toBeUndefined()
  })
})

describe("the customer's data for EMV 3DS [REDSYS-14]", () => {
  const address = {
    first_name: "Íñigo",
    last_name: "Muñoz",
    address_1: "Calle Mayor 1",
    address_2: "3.º B",
    city: "Madrid",
    postal_code: "28013",
    country_code: "es",
    phone: "+34 600 00 00 00",
  }
  const dataOf = (change: Partial<OrderCustomer>, customer_email?: string) => {
    const customer = { locale: null, billing_address: null, shipping_address: null, ...change }
    const request = { ...payment, customer, ...(customer_email && { customer_email }) }
    return requests.paymentFields(terminal, request).DS_MERCHANT_EMV3DS
  }
  const nowhere = Object.fromEntries(Object.keys(address).map((name) => [name, null])) as PostalAddress

  it("are the name, the email, the phone and both addresses in its format", () => {
    const addresses = {
      billing_address: address,
      shipping_address: { ...address, address_1: "Calle Menor 2" },
    }
    expect(dataOf(addresses, "ana@example.com")).toEqual({
      email: "ana@example.com",
      cardholderName: "Inigo Munoz",
      mobilePhone: { cc: "34", subscriber: "600000000" },
      billAddrLine1: "Calle Mayor 1",
      billAddrLine2: "3.º B",
      billAddrCity: "Madrid",
      billAddrPostCode: "28013",
      billAddrCountry: "724",
      shipAddrLine1: "Calle Menor 2",
      shipAddrLine2: "3.º B",
      shipAddrCity: "Madrid",
      shipAddrPostCode: "28013",
      shipAddrCountry: "724",
      addrMatch: "N",
    })
    expect(dataOf({ billing_address: address, shipping_address: address })).toMatchObject({ addrMatch: "Y" })
  })

  it("are absent as far as they are not known", () => {
    expect(dataOf({})).toBeUndefined()
    expect(dataOf({ billing_address: nowhere, shipping_address: null })).toBeUndefined()
    const abroad = { ...nowhere, last_name: "Pop", country_code: "xx" }
    expect(dataOf({ shipping_address: abroad })).toEqual({ cardholderName: "Pop" })
  })

  it("have no name that the format does not allow, and texts of its lengths", () => {
    const foreign = {
      ...nowhere,
      first_name: "李",
      last_name: "X",
      city: "🏙".repeat(60),
      address_1: "a".repeat(60),
    }
    expect(dataOf({ billing_address: foreign })).toEqual({
      billAddrLine1: "a".repeat(50),
      billAddrCity: "🏙".repeat(50),
    })
  })

  it.each([
    ["+1 (212) 555-0100", { cc: "1", subscriber: "2125550100" }],
    ["0040721000000", { cc: "40", subscriber: "721000000" }],
    ["+351 210 000 000", { cc: "351", subscriber: "210000000" }],
    ["600 00 00 00", undefined],
    ["+34", undefined],
  ])("have of the phone %s the parts %j", (phone, parts) => {
    const data = dataOf({ billing_address: { ...nowhere, phone } }, "ana@example.com")
    expect(data).toEqual({ email: "ana@example.com", ...(parts && { mobilePhone: parts }) })
  })
})

describe("an order number [REDSYS-04]", () => {
  it("has four digits and eight letters or digits, and depends on the reference alone", () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => orderNumberOf(`gwp_${index}`))
    for (const number of numbers) expect(number).toMatch(/^\d{4}[0-9A-Za-z]{8}$/)
    expect(new Set(numbers).size).toBe(2000)
    expect(orderNumberOf("gwp_7")).toBe(numbers[7])
  })
})
