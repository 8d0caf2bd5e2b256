import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Books } from "../../chaos/audit/books"
import { chaos, type Effort, type Outcome } from "../../chaos/chaos"
import { readBooks } from "../../chaos/read-books"
import { PAGE_PLANTS } from "../../chaos/self-test/page-plants"
import { plantIn } from "../../chaos/self-test/self-test"
import { startChaosWorld } from "../../chaos/world"
import type { RunningWorld } from "../support/start-world"

const EFFORT: Effort = {
  mode: "page",
  payments: 20,
  seed: 7,
  workers: 8,
  kills: 1,
  freezes: 0,
  faults: true,
  timeout_seconds: 300,
}

/**
 * Runs `npm run chaos -- --route page` with a fixed seed (docs/chaos.md), and then checks that its audit finds planted
 * faults.
 */
describe("payments on the store's page, with faults at Stripe and the database, and a kill", () => {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let outcome: Outcome
  let books: Books

  beforeAll(async () => {
    running = await startChaosWorld(1, "page")
    outcome = await chaos(running, EFFORT, () => undefined)
    books = await readBooks(running.world, outcome.runLog)
  }, 1_200_000)

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("leave no difference, no duplicate and nothing stuck between Stripe, the store and Medusa [ROUTE-19]", () => {
    expect(outcome.findings, JSON.stringify(outcome.findings)).toEqual([])
  })

  it("give no client an unexpected answer", () => {
    expect(outcome.runLog.surprises, JSON.stringify(outcome.runLog.surprises)).toEqual([])
  })

  it("were really made: Stripe's ledger contains them", () => {
    expect(books.bank.filter(({ amounts }) => amounts.captured).length).toBeGreaterThan(EFFORT.payments / 2)
  })

  it.each(PAGE_PLANTS)("are audited so that the audit finds a planted fault: $title", async (plant) => {
    const findings = await plantIn(running.world, books, plant)
    expect(findings).toContainEqual(expect.objectContaining({ kind: plant.kind, check: plant.check }))
  })
})
