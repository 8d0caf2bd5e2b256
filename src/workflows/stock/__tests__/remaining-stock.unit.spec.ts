import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { RemainingStock } from "../remaining-stock"

const ITEMS = ["item_1", "item_2"]
const LOCATIONS = ["location_1", "location_2", "location_3"]

const units = fc.integer({ min: -5, max: 20 })
const levels = fc
  .array(fc.tuple(units, units, units), { minLength: ITEMS.length, maxLength: ITEMS.length })
  .map((table) =>
    table.flatMap((row, n) =>
      row.map((available, at) => ({
        inventory_item_id: ITEMS[n] as string,
        location_id: LOCATIONS[at] as string,
        available,
      }))
    )
  )
const parts = fc
  .uniqueArray(fc.constantFrom(...ITEMS), { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((inventory_item_id) =>
        fc.integer({ min: 1, max: 4 }).map((required_quantity) => ({ inventory_item_id, required_quantity }))
      )
    )
  )
const line = fc.record({ parts, wanted: fc.integer({ min: 1, max: 25 }) })

describe("RemainingStock", () => {
  it("takes what one location of each part has", () => {
    fc.assert(
      fc.property(levels, line, (stock, { parts, wanted }) => {
        const most = parts.map(({ inventory_item_id, required_quantity }) => {
          const there = stock.filter((level) => level.inventory_item_id === inventory_item_id)
          return Math.floor(Math.max(...there.map(({ available }) => available)) / required_quantity)
        })
        const expected = Math.max(0, Math.min(wanted, ...most))
        expect(new RemainingStock(stock).take(parts, wanted)).toBe(expected)
      })
    )
  })

  it("gives no unit to two lines", () => {
    fc.assert(
      fc.property(levels, fc.array(line, { maxLength: 6 }), (stock, lines) => {
        const left = new RemainingStock(stock)
        const taken = new Map(ITEMS.map((id) => [id, 0]))
        for (const { parts, wanted } of lines) {
          const quantity = left.take(parts, wanted)
          for (const { inventory_item_id: id, required_quantity } of parts)
            taken.set(id, (taken.get(id) ?? 0) + quantity * required_quantity)
        }
        for (const id of ITEMS) {
          const there = stock.filter(({ inventory_item_id }) => inventory_item_id === id)
          const had = there.reduce((sum, { available }) => sum + Math.max(0, available), 0)
          expect(taken.get(id)).toBeLessThanOrEqual(had)
          for (const { location_id, available } of there)
            expect(
              left.suffice({ inventory_item_id: id, quantity: Math.min(0, available) }, location_id)
            ).toBe(true)
        }
      })
    )
  })

  it("prefers the location with the fewest units that has enough", () => {
    const left = new RemainingStock([
      { inventory_item_id: "item_1", location_id: "location_1", available: 5 },
      { inventory_item_id: "item_1", location_id: "location_2", available: 3 },
      { inventory_item_id: "item_1", location_id: "location_3", available: 1 },
    ])
    const two = { inventory_item_id: "item_1", quantity: 2 }
    expect(left.findAmong(undefined, two)).toBe("location_2")
    expect(left.findAmong(new Set(["location_1"]), two)).toBe("location_1")
    expect(left.findAmong(new Set(["location_3"]), two)).toBeUndefined()
  })

  it("has nothing of a variant without inventory items", () => {
    expect(new RemainingStock([]).take(undefined, 1)).toBe(0)
  })
})
