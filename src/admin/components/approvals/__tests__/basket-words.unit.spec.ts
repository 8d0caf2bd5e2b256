import { describe, expect, it } from "vitest"
import type { Approval } from "../../../api/approvals"
import type { Text } from "../../../i18n/use-text"
import { addressIn, purposeOf } from "../basket-words"

const t = Object.assign(
  (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key),
  { of: (area: string, code: string) => `${area}.${code}`, language: "en" }
) as Text

const approval = (one: object) =>
  ({ session_id: null, basket: null, order_reference: null, description: "", ...one }) as Approval
const basketOf = (...titles: string[]) => ({ lines: titles.map((title) => ({ title, quantity: 2 })) })

describe("the purpose of a payment", () => {
  it("is a checkout's first line and the number of further ones, with all lines as the full text", () => {
    expect(purposeOf(approval({ session_id: "chk_1", basket: basketOf("Cup") }), t)).toEqual([
      "2 × Cup",
      "2 × Cup",
    ])
    expect(purposeOf(approval({ session_id: "chk_1", basket: basketOf("Cup", "Pot", "Lid") }), t)).toEqual([
      '2 × Cup approvals.lines_more {"count":2}',
      "2 × Cup\n2 × Pot\n2 × Lid",
    ])
  })

  it("is the agent's reference or description for a task, and never empty", () => {
    expect(purposeOf(approval({ order_reference: "A-1", description: "Tea" }), t)[0]).toBe("A-1")
    expect(purposeOf(approval({ description: "Tea" }), t)[0]).toBe("Tea")
    expect(purposeOf(approval({}), t)[0]).toBe("–")
    expect(purposeOf(approval({ session_id: "chk_1", description: "Checkout chk_1" }), t)[0]).toBe(
      "approvals.checkout"
    )
  })
})

describe("an address", () => {
  it("is one line of its known members, with the country's name", () => {
    const address = { first_name: "Ana", last_name: "Pop", street_address: "Lindenstr. 1" }
    const place = { postal_code: "10969", address_locality: "Berlin", address_country: "DE" }
    expect(addressIn({ ...address, ...place }, "en")).toBe("Ana Pop, Lindenstr. 1, 10969 Berlin, Germany")
    expect(addressIn({ address_country: "DE" }, "ro")).toBe("Germania")
    expect(addressIn({ last_name: "Pop", address_country: "not one" }, "en")).toBe("Pop, not one")
  })
})
