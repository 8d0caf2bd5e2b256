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
  it("uses UCP's member names and omits absent values", () => {
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

  it("is unchanged after a conversion to Medusa's columns and back", () => {
    expect(storedAddress(postalAddress(STORED))).toEqual(STORED)
  })

  it("contains only known members", () => {
    const more = { ...STORED, id: "addr_1", company: "Aurora" }
    expect(storedAddress(postalAddress(more))).toEqual(STORED)
  })
})
