import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FORGERIES } from "../fault-input"
import { OPERATIONS } from "../merchant-operations"
import { CONTROL_OPERATIONS } from "../control-knobs"
import { startWorld } from "./support/simulator"

const text = readFileSync(join(__dirname, "../../../docs/simulator.md"), "utf8")
const faults = [...text.matchAll(/^sim faults '([^']+)'$/gm)].map(([, order = ""]) => order)

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

describe("docs/simulator.md", () => {
  it("has a recipe for every fault", () => {
    const knobs = ["delay_ms", "duplicate", "drop", "reorder_window", "before_response", "forge"]
    const more = [
      "latency_ms",
      "status",
      "hang",
      "reset",
      "execute_then_fail",
      "unsigned_response",
      "wrong_rjt",
    ]
    for (const knob of [...knobs, ...more, "redirect_post"]) expect(faults.join()).toContain(`"${knob}"`)
  })

  it.each(faults)("has a valid recipe: %s", async (order) => {
    const { status } = await world.control("POST", "/_sim/faults", JSON.parse(order))
    expect(status).toBe(200)
  })

  it("names every forgery, operation and control endpoint", () => {
    for (const name of [...FORGERIES, ...OPERATIONS]) expect(text).toContain(`\`${name}\``)
    for (const knob of Object.keys(CONTROL_OPERATIONS)) expect(text).toContain(`\`${knob}`)
  })

  it("describes exactly the existing test cards", () => {
    const numbers = [...text.matchAll(/\b\d{4} \d{4} \d{4} \d{4}\b/g)].map(([number]) => number)
    const source = readFileSync(join(__dirname, "../cards.ts"), "utf8")
    const known = [...source.matchAll(/"(\d{16})"/g)].map(([, number]) => number)
    expect(new Set(numbers.map((number) => number.replaceAll(" ", "")))).toEqual(new Set(known))
  })
})
