import { describe, expect, it } from "vitest"
import { CUSTOMER } from "../../shop/logins"
import { consentingCustomers } from "../credentials"

const customer = (email: string) => ({ name: "Mary Reed", email, addresses: [] })

describe("the customers who consent", () => {
  it("are those of --customers, whatever the fixtures have [CNF-02]", () => {
    const fixtures = { customers: [customer("mary@fixtures.example")] }
    expect(consentingCustomers(["ada@named.example"], fixtures)).toEqual(["ada@named.example"])
  })

  it("are those of the fixtures, or the demo's own without any [CNF-02]", () => {
    const customers = [customer("mary@fixtures.example"), customer("tom@fixtures.example")]
    expect(consentingCustomers([], { customers })).toEqual(["mary@fixtures.example", "tom@fixtures.example"])
    expect(consentingCustomers([], { customers: [] })).toEqual([CUSTOMER.email])
    expect(consentingCustomers([])).toEqual([CUSTOMER.email])
  })
})
