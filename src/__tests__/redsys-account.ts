/** The options of an account at Redsys: its public test merchant, with one terminal in euros. */
export const REDSYS_ACCOUNT = {
  driver: "redsys",
  api_url: "test",
  merchant_id: "999008881",
  terminals: { EUR: "1" },
  secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
  signature_version: "HMAC_SHA512_V2",
} as const
