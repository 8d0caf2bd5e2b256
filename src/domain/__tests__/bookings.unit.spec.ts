import { describe, expect, it } from "vitest"
import { type Booking, compareBookings } from "../bookings"

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

describe("the bookings of an order", () => {
  it("are right when each movement has one of its own", () => {
    expect(compare([book("ref_1", "-20"), book("ref_2", "-5")])).toEqual({ wrong: [], missing: [] })
  })

  it("lack the movement that is due, and no other that may still be under way", () => {
    expect(compare([])).toEqual({ wrong: [], missing: [refunds[0]] })
  })

  it("have one too many when a movement is booked twice", () => {
    const twice = [book("ref_1", "-20"), book("ref_1", "-20", "again"), book("ref_2", "-5")]
    expect(compare(twice)).toEqual({ wrong: ["again"], missing: [] })
  })

  it("are corrected where a movement, whichever is due, is booked with another's amount", () => {
    const mixed = [book("ref_1", "-20"), book("ref_2", "-20")]
    expect(compare(mixed)).toEqual({ wrong: ["of ref_2"], missing: [refunds[1]] })
  })

  it("may name the payment instead of a refund, as they do when an order is canceled", () => {
    expect(compare([book("pay_1", "-20"), book("ref_2", "-5")])).toEqual({ wrong: [], missing: [] })
  })

  it("name the payment wrongly when no refund of that amount is left", () => {
    const both = [book("pay_1", "-20"), book("ref_1", "-20"), book("ref_2", "-5")]
    expect(compare(both)).toEqual({ wrong: ["of pay_1"], missing: [] })
    expect(compare([book("pay_1", "-25"), book("ref_2", "-5")])).toEqual({
      wrong: ["of pay_1"],
      missing: [refunds[0]],
    })
  })
})
