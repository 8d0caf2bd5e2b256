import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Books } from "../../chaos/audit/books"
import { chaos, type Effort, type Outcome } from "../../chaos/chaos"
import { readBooks } from "../../chaos/read-books"
import { PLANTS } from "../../chaos/self-test/plants"
import { plantIn } from "../../chaos/self-test/self-test"
import { startChaosWorld } from "../../chaos/world"
import type { RunningWorld } from "../support/start-world"

const EFFORT: Effort = {
  mode: "gwb",
  payments: 90,
  seed: 7,
  workers: 8,
  kills: 4,
  freezes: 1,
  faults: true,
  timeout_seconds: 600,
}

/** Runs `npm run chaos` with a fixed seed (docs/chaos.md), and then checks that its audit finds planted faults. */
describe("payments of every kind, with faults at the bank and the database, kills and freezes", () => {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let outcome: Outcome
  let books: Books

  beforeAll(async () => {
    running = await startChaosWorld()
    outcome = await chaos(running, EFFORT, () => undefined)
    books = await readBooks(running.world, outcome.runLog)
  }, 1_800_000)

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("leave no difference, no duplicate and nothing stuck between the bank, the store and Medusa [BANK-55]", () => {
    expect(outcome.findings, JSON.stringify(outcome.findings)).toEqual([])
  })

  it("give no client an unexpected answer", () => {
    expect(outcome.runLog.surprises, JSON.stringify(outcome.runLog.surprises)).toEqual([])
  })

  it("were really made: the bank's ledger contains them", () => {
    expect(books.bank.length).toBeGreaterThan(EFFORT.payments / 2)
  })

  it.each(PLANTS)("are audited so that the audit finds a planted fault: $title", async (plant) => {
    const findings = await plantIn(running.world, books, plant)
    expect(findings).toContainEqual(expect.objectContaining({ kind: plant.kind, check: plant.check }))
  })
})
