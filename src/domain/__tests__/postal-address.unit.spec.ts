import { describe, expect, it } from "vitest"
import { postalAddress, storedAddress } from "../postal-address"

const STORED = {
  address_1: "Strada Lunga 1",
  city: "Brasov",
  province: "BV",
  postal_code: "500001",
  country_code: "ro",
  last_name: "Ionescu",
  phone: "+40712345678",
}

describe("a postal address", () => {
  it("is told in UCP's words, without what is not known", () => {
    expect(postalAddress({ ...STORED, address_2: null, first_name: "" })).toEqual({
      street_address: "Strada Lunga 1",
      address_locality: "Brasov",
      address_region: "BV",
      postal_code: "500001",
      address_country: "RO",
      last_name: "Ionescu",
      phone_number: "+40712345678",
    })
  })

  it("is kept as it was told", () => {
    expect(storedAddress(postalAddress(STORED))).toEqual(STORED)
  })

  it("has no members but its own", () => {
    const more = { ...STORED, id: "addr_1", company: "Aurora" }
    expect(storedAddress(postalAddress(more))).toEqual(STORED)
  })
})
