/** A request to Redsys: how it is sent, and its parameters, or the body of a query. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly type: string
  /** The header SOAPAction. */
  readonly action?: unknown
  readonly content: Readonly<Record<string, unknown>> | string
}

/** The order numbers of the references `gwp_1`, `gwp_2` and `ping`. */
const [PAYMENT, CHARGE, PING] = ["4427qU7XNtZp", "5879FlI75xkZ", "2374p6hDLPNL"]

const MONEY = { DS_MERCHANT_AMOUNT: "15900", DS_MERCHANT_CURRENCY: "978" }

const of = (DS_MERCHANT_ORDER: string | undefined, DS_MERCHANT_TRANSACTIONTYPE: string) => ({
  DS_MERCHANT_ORDER,
  DS_MERCHANT_MERCHANTCODE: "999008881",
  DS_MERCHANT_TERMINAL: "1",
  DS_MERCHANT_TRANSACTIONTYPE,
})

const PAGES = {
  DS_MERCHANT_MERCHANTDATA: "gwp_1",
  DS_MERCHANT_PRODUCTDESCRIPTION: "Order 1042",
  DS_MERCHANT_MERCHANTURL: "https://shop.example/gw-bank/v1/ipn/redsys",
  DS_MERCHANT_URLOK: "https://shop.example/return",
  DS_MERCHANT_URLKO: "https://shop.example/return",
}

const CUSTOMER = {
  DS_MERCHANT_CONSUMERLANGUAGE: "1",
  DS_MERCHANT_EMV3DS: {
    email: "ana@example.com",
    cardholderName: "Ana Pop",
    mobilePhone: { cc: "34", subscriber: "600000000" },
    billAddrLine1: "Calle Mayor 1",
    billAddrLine2: "3 B",
    billAddrCity: "Madrid",
    billAddrPostCode: "28013",
    billAddrCountry: "724",
    shipAddrLine1: "Calle Mayor 1",
    shipAddrLine2: "3 B",
    shipAddrCity: "Madrid",
    shipAddrPostCode: "28013",
    shipAddrCountry: "724",
    addrMatch: "Y",
  },
}

const form = (content: RecordedRequest["content"]): RecordedRequest => {
  return { method: "POST", path: "/sis/realizarPago", type: "application/x-www-form-urlencoded", content }
}

const rest = (content: RecordedRequest["content"]): RecordedRequest => {
  return { method: "POST", path: "/sis/rest/trataPeticionREST", type: "application/json", content }
}

/** The signatures of the queries were made with OpenSSL. */
const query = (order: string | undefined, signature: string): RecordedRequest => ({
  method: "POST",
  path: "/apl02/services/SerClsWSConsulta",
  type: "text/xml; charset=utf-8",
  action: "consultaOperaciones",
  content: [
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"',
    ' xmlns:web="http://webservices.apl02.redsys.es"><soapenv:Header/><soapenv:Body>',
    '<web:consultaOperaciones><cadenaXML><![CDATA[<Messages><Version Ds_Version="0.0"><Message><Monitor>',
    "<Ds_MerchantCode>999008881</Ds_MerchantCode><Ds_Terminal>1</Ds_Terminal>",
    `<Ds_Order>${order}</Ds_Order></Monitor></Message></Version><Signature>${signature}</Signature>`,
    "<SignatureVersion>HMAC_SHA256_V1</SignatureVersion></Messages>]]></cadenaXML>",
    "</web:consultaOperaciones></soapenv:Body></soapenv:Envelope>",
  ].join(""),
})

/** The exact shape of each request that the driver can send. */
export const RECORDED = {
  sale: form({ ...of(PAYMENT, "0"), ...MONEY, ...PAGES, ...CUSTOMER }),
  authorization: form({ ...of(PAYMENT, "1"), ...MONEY, ...PAGES }),
  bizum: form({ ...of(PAYMENT, "0"), ...MONEY, ...PAGES, DS_MERCHANT_PAYMETHODS: "z" }),
  "sale that saves the card": form({
    ...of(PAYMENT, "0"),
    ...MONEY,
    ...PAGES,
    DS_MERCHANT_IDENTIFIER: "REQUIRED",
    DS_MERCHANT_COF_INI: "S",
    DS_MERCHANT_COF_TYPE: "R",
  }),
  capture: rest({ ...of(PAYMENT, "2"), ...MONEY }),
  refund: rest({ ...of(PAYMENT, "3"), ...MONEY }),
  void: rest({ ...of(PAYMENT, "9"), ...MONEY }),
  charge: rest({
    ...of(CHARGE, "0"),
    ...MONEY,
    DS_MERCHANT_MERCHANTDATA: "gwp_2",
    DS_MERCHANT_PRODUCTDESCRIPTION: "Renewal",
    DS_MERCHANT_IDENTIFIER: "8f6c",
    DS_MERCHANT_COF_INI: "N",
    DS_MERCHANT_COF_TYPE: "C",
    DS_MERCHANT_COF_TXNID: "0161535",
    DS_MERCHANT_EXCEP_SCA: "MIT",
    DS_MERCHANT_DIRECTPAYMENT: "true",
  }),
  // Each deletion has a new order number, which the test replaces.
  deletion: rest({ ...of("0000DELETION", "44"), DS_MERCHANT_IDENTIFIER: "8f6c" }),
  query: query(PAYMENT, "La/MUayHSVCqrheUymLU6a1Jb1WiytQWbhpLm+caU54="),
  "query of a charge": query(CHARGE, "4ASPU8Kb8MIB8V7dds6mChAT8xztD1K8hAEThnHWuXY="),
  ping: query(PING, "oj7wmSyn6LVPsNGujErsyEO+Ywv7v3hxrwiGXVrcHMI="),
} satisfies Record<string, RecordedRequest>

const NUMBER_OF_COUNTRY = /^\d{3}$/
const LINE = /^.{1,50}$/u

/** Redsys' format of each parameter. A parameter without one must not be sent, above all not a card number. */
export const FORMATS: Readonly<Record<string, RegExp>> = {
  DS_MERCHANT_ORDER: /^\d{4}[0-9A-Za-z]{8}$/,
  DS_MERCHANT_MERCHANTCODE: /^\d{9}$/,
  DS_MERCHANT_TERMINAL: /^[1-9]\d{0,2}$/,
  DS_MERCHANT_TRANSACTIONTYPE: /^([01239]|44)$/,
  DS_MERCHANT_AMOUNT: /^\d{1,12}$/,
  DS_MERCHANT_CURRENCY: /^\d{3}$/,
  DS_MERCHANT_MERCHANTDATA: /^[!-~]{1,1024}$/,
  DS_MERCHANT_PRODUCTDESCRIPTION: /^.{1,125}$/u,
  DS_MERCHANT_MERCHANTURL: /^https:\/\/[!-~]{1,242}$/,
  DS_MERCHANT_URLOK: /^https:\/\/[!-~]{1,242}$/,
  DS_MERCHANT_URLKO: /^https:\/\/[!-~]{1,242}$/,
  DS_MERCHANT_CONSUMERLANGUAGE: /^\d{1,3}$/,
  DS_MERCHANT_PAYMETHODS: /^z$/,
  DS_MERCHANT_IDENTIFIER: /^[0-9A-Za-z]{1,40}$/,
  DS_MERCHANT_COF_INI: /^[SN]$/,
  DS_MERCHANT_COF_TYPE: /^[RIC]$/,
  DS_MERCHANT_COF_TXNID: /^[0-9A-Za-z]{1,15}$/,
  DS_MERCHANT_EXCEP_SCA: /^MIT$/,
  DS_MERCHANT_DIRECTPAYMENT: /^true$/,
  "DS_MERCHANT_EMV3DS.email": /^\S{1,243}@\S{1,10}\.\S+$/,
  "DS_MERCHANT_EMV3DS.cardholderName": /^[\x20-\x7e]{2,45}$/,
  "DS_MERCHANT_EMV3DS.mobilePhone.cc": /^\d{1,3}$/,
  "DS_MERCHANT_EMV3DS.mobilePhone.subscriber": /^\d{1,15}$/,
  "DS_MERCHANT_EMV3DS.billAddrLine1": LINE,
  "DS_MERCHANT_EMV3DS.billAddrLine2": LINE,
  "DS_MERCHANT_EMV3DS.billAddrCity": LINE,
  "DS_MERCHANT_EMV3DS.billAddrPostCode": /^.{1,16}$/u,
  "DS_MERCHANT_EMV3DS.billAddrCountry": NUMBER_OF_COUNTRY,
  "DS_MERCHANT_EMV3DS.shipAddrLine1": LINE,
  "DS_MERCHANT_EMV3DS.shipAddrLine2": LINE,
  "DS_MERCHANT_EMV3DS.shipAddrCity": LINE,
  "DS_MERCHANT_EMV3DS.shipAddrPostCode": /^.{1,16}$/u,
  "DS_MERCHANT_EMV3DS.shipAddrCountry": NUMBER_OF_COUNTRY,
  "DS_MERCHANT_EMV3DS.addrMatch": /^[YN]$/,
}

/** The parameters of a request, nested ones by their path, that have no format or do not match it. */
export function unformatted(parameters: object, path = ""): string[] {
  return Object.entries(parameters).flatMap(([name, value]: [string, unknown]) => {
    const known = path + name
    if (typeof value === "object" && value) return unformatted(value, `${known}.`)
    return typeof value === "string" && FORMATS[known]?.test(value) ? [] : [known]
  })
}
