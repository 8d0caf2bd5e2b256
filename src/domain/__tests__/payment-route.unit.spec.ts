import { describe, expect, it } from "vitest"
import { type ConfiguredRoute, providersOf, ROUTE_NAMES, routeAt } from "../payment-route"

const bank = { provider: "pp_gateway_bank", route: "bank" } as const
const berlin = { region_id: "reg_eu", currency: "EUR", providers: ["pp_gateway_bank", "pp_other"] }

describe("the payment route of a checkout [ROUTE-05]", () => {
  it("is the first whose provider the region offers", () => {
    const first: ConfiguredRoute = { ...bank, provider: "pp_absent" }
    expect(routeAt([first, bank], berlin, ROUTE_NAMES)).toBe(bank)
    expect(routeAt([bank], { ...berlin, providers: ["pp_other"] }, ROUTE_NAMES)).toBeUndefined()
    expect(routeAt([], berlin, ROUTE_NAMES)).toBeUndefined()
  })

  it.each([
    [{ currencies: ["EUR"] }, true],
    [{ currencies: ["RON"] }, false],
    [{ regions: ["reg_ro", "reg_eu"] }, true],
    [{ regions: ["reg_ro"] }, false],
    [{ currencies: ["EUR"], regions: ["reg_ro"] }, false],
  ])("with the filter %j applies: %s", (filter, applies) => {
    const only = { ...bank, ...filter }
    expect(routeAt([only], berlin, ROUTE_NAMES)).toBe(applies ? only : undefined)
  })
})

describe("the providers of payment routes", () => {
  it("are named once each, of all routes or of those with a name", () => {
    const storefront = { provider: "pp_other", route: "storefront" } as const
    expect(providersOf([bank, storefront, storefront])).toEqual(["pp_gateway_bank", "pp_other"])
    expect(providersOf([bank, storefront], "storefront")).toEqual(["pp_other"])
    expect(providersOf([], "bank")).toEqual([])
  })
})
