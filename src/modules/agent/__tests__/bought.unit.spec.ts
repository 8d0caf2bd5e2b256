import { describe, expect, it } from "vitest"
import { boughtIn } from "../models/bought"
import type { Session } from "../models/session"

type Bought = Pick<Session, "requested" | "quote">

const line = (variant_id: string, quantity = 1, total = 500) => ({
  id: `li_${variant_id}`,
  variant_id,
  quantity,
  total,
})
const address = { id: "dest_1", street_address: "Lindenstr. 1", address_country: "DE" }

function bought(
  lines: object[],
  to: typeof address & { first_name?: string } = address,
  more: object = {}
): string {
  const delivery = { destinations: [{ id: "old" }, to], selected_destination_id: to.id }
  const quote = { lines, total: 1000, currency: "EUR", ...more }
  return boughtIn({ requested: { delivery }, quote } as unknown as Bought)
}

const known = bought([line("a"), line("b")])

describe("boughtIn", () => {
  it("ignores the order of lines, the ids of lines and addresses, and the order of address fields", () => {
    const renamed = { address_country: "DE", street_address: "Lindenstr. 1", id: "home" }
    expect(bought([{ ...line("b"), id: "li_1" }, line("a")], renamed)).toBe(known)
  })

  it.each([
    ["variant", bought([line("a"), line("c")])],
    ["quantity", bought([line("a", 2), line("b")])],
    ["line total", bought([line("a", 1, 400), line("b", 1, 600)])],
    ["number of lines", bought([line("a"), line("b"), line("c", 1, 0)])],
    ["street address", bought([line("a"), line("b")], { ...address, street_address: "Lindenstr. 11" })],
    ["recipient", bought([line("a"), line("b")], { ...address, first_name: "Ana" })],
    ["total", bought([line("a"), line("b")], address, { total: 1001 })],
    ["currency", bought([line("a"), line("b")], address, { currency: "RON" })],
  ])("changes with another %s", (_, other) => {
    expect(other).not.toBe(known)
  })
})
