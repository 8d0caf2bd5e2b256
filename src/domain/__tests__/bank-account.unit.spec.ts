import { describe, expect, it } from "vitest"
import { accountAt } from "../bank-account"
import { notificationPathOf } from "../notification-path"
import type { ConfiguredRoute } from "../payment-route"

const bank = { provider: "pp_gateway_bank", route: "bank" } as const
const spain: ConfiguredRoute = { ...bank, currencies: ["EUR"], regions: ["reg_es"], bank: "redsys_es" }
const euros: ConfiguredRoute = { ...bank, currencies: ["EUR"], bank: "redsys_eu" }
const lei: ConfiguredRoute = { ...bank, currencies: ["RON"], regions: ["reg_ro"], bank: "lei" }

describe("the bank account of a new payment [BANK-83]", () => {
  it.each<[string, ConfiguredRoute[], { currency: string; region_id?: string }, string]>([
    ["is the first that a route names for its currency", [euros, spain], { currency: "EUR" }, "redsys_eu"],
    ["is that of its region", [spain, euros], { currency: "EUR", region_id: "reg_es" }, "redsys_es"],
    ["is not that of another region", [spain, euros], { currency: "EUR", region_id: "reg_eu" }, "redsys_eu"],
    ["is selected by the currency alone if no region is known", [spain, lei], { currency: "RON" }, "lei"],
    ["is not that of another currency", [spain, euros, lei], { currency: "GBP" }, "default"],
    ["is the default one for a route that names none", [bank, euros], { currency: "EUR" }, "default"],
    ["is the default one without routes", [], { currency: "EUR", region_id: "reg_es" }, "default"],
    [
      "is not affected by other routes",
      [{ provider: "pp_stripe_stripe", route: "page" }, euros],
      { currency: "EUR" },
      "redsys_eu",
    ],
  ])("%s", (_, routes, paid, account) => {
    expect(accountAt(routes, paid)).toBe(account)
  })
})

describe("the path of notifications [BANK-84]", () => {
  it("is that of the protocol for the default account, and ends with the name of any other", () => {
    expect([notificationPathOf("gwb"), notificationPathOf("redsys", "default")]).toEqual([
      "/gw-bank/v1/ipn",
      "/gw-bank/v1/ipn/redsys",
    ])
    expect([notificationPathOf("gwb", "a"), notificationPathOf("redsys", "b")]).toEqual([
      "/gw-bank/v1/ipn/a",
      "/gw-bank/v1/ipn/b",
    ])
  })
})
