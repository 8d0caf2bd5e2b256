import { describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../demo/key-pair"
import { readOptions } from "../options"
import { REDSYS_ACCOUNT as redsys } from "./redsys-account"

const gwb = {
  api_url: "https://bank.example",
  issuer: "bank",
  merchant_id: "mrc_1",
  merchant_key: newPrivateJwk(),
}
const bank = { provider: "pp_gateway_bank", route: "bank" }

const optionsWith = (banks: object, more: object = {}) =>
  readOptions({ base_url: "https://shop.example", bank: gwb, banks, ...more }, {})

describe("further bank accounts in the options [BANK-83]", () => {
  it("have the driver gwb unless they name another, and can be named by routes", () => {
    const payment_routes = [
      { ...bank, currencies: ["EUR"], bank: "cards_eu" },
      { ...bank, bank: "default" },
    ]
    const { banks } = optionsWith(
      { cards_eu: redsys, b: { ...gwb, merchant_id: "mrc_2" } },
      { payment_routes }
    )
    expect([banks.cards_eu?.driver, banks.b?.driver]).toEqual(["redsys", "gwb"])
  })

  it("can be the terminals of one merchant of Redsys, each with its own secret", () => {
    const dollars = { ...redsys, terminals: { USD: "2" }, secret: "Mk9m98IfEblmPfrpsawt7BmxObt98Jev" }
    expect(Object.keys(optionsWith({ eur: redsys, usd: dollars }).banks)).toEqual(["eur", "usd"])
  })

  it.each<[object, object, RegExp]>([
    [{ redsys }, {}, /banks\.redsys: the name must be/],
    [{ default: redsys }, {}, /banks\.default: the name must be/],
    [{ "a/b": redsys }, {}, /banks\.a\/b: the name must be/],
    [{ a: { ...redsys, secret: "" } }, {}, /banks\.a\.secret/],
    [{ a: gwb }, {}, /banks\.a: is the same account at the same bank as bank/],
    [
      { a: redsys, b: { ...redsys, terminals: { USD: "1" } } },
      {},
      /banks\.b: is the same account .* as banks\.a/,
    ],
    [{ a: redsys }, { bank: undefined }, /bank: is required by banks/],
    [{ a: redsys }, { payment_routes: [{ ...bank, bank: "b" }] }, /payment_routes\.0: bank must be the name/],
    [
      { a: redsys },
      {
        payment_routes: [{ provider: "pp_stripe_stripe", route: "page", bank: "a" }],
        stripe_publishable_key: "pk_test_1",
      },
      /payment_routes\.0: bank is only for the route bank/,
    ],
  ])("are rejected: %j with %j", (banks, more, reason) => {
    expect(() => optionsWith(banks, more)).toThrow(reason)
  })
})
