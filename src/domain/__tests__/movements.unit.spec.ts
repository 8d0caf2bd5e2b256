import { describe, expect, it } from "vitest"
import { type Booking, compareBookings } from "../movements"

const refunds = [
  { id: "ref_1", amount: "-20" },
  { id: "ref_2", amount: "-5" },
]
const book = (reference_id: string, amount: string, id = `of ${reference_id}`): Booking => ({
  id,
  reference_id,
  amount,
})
const compare = (booked: Booking[], due = ["ref_1"]) =>
  compareBookings(refunds, booked, { payment_id: "pay_1", due })

describe("compareBookings", () => {
  it("finds no difference if each movement has its own transaction", () => {
    expect(compare([book("ref_1", "-20"), book("ref_2", "-5")])).toEqual({ wrong: [], missing: [] })
  })

  it("reports a missing transaction only for a movement that is due", () => {
    expect(compare([])).toEqual({ wrong: [], missing: [refunds[0]] })
  })

  it("reports a second transaction for the same movement", () => {
    const twice = [book("ref_1", "-20"), book("ref_1", "-20", "again"), book("ref_2", "-5")]
    expect(compare(twice)).toEqual({ wrong: ["again"], missing: [] })
  })

  it("reports a transaction with another movement's amount, whichever movement is due", () => {
    const mixed = [book("ref_1", "-20"), book("ref_2", "-20")]
    expect(compare(mixed)).toEqual({ wrong: ["of ref_2"], missing: [refunds[1]] })
  })

  it("accepts a transaction that names the payment instead of a refund, as after a cancellation", () => {
    expect(compare([book("pay_1", "-20"), book("ref_2", "-5")])).toEqual({ wrong: [], missing: [] })
  })

  it("reports a transaction that names the payment if no refund of its amount is left", () => {
    const both = [book("pay_1", "-20"), book("ref_1", "-20"), book("ref_2", "-5")]
    expect(compare(both)).toEqual({ wrong: ["of pay_1"], missing: [] })
    expect(compare([book("pay_1", "-25"), book("ref_2", "-5")])).toEqual({
      wrong: ["of pay_1"],
      missing: [refunds[0]],
    })
  })
})
