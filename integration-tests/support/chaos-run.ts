import { afterAll, beforeAll, expect, it } from "vitest"
import type { Books } from "../../chaos/audit/books"
import type { Finding } from "../../chaos/audit/finding"
import { chaos, type Effort, type Outcome } from "../../chaos/chaos"
import { readBooks } from "../../chaos/read-books"
import type { Plant } from "../../chaos/self-test/plant"
import { plantIn } from "../../chaos/self-test/self-test"
import { startChaosWorld } from "../../chaos/world"
import type { RunningWorld } from "./start-world"

/** A run of one mode, and the faults to plant into its books. */
interface ShortRun {
  readonly effort: Pick<Effort, "mode" | "payments" | "seed">
  readonly plants: readonly Plant[]
}

/**
 * Runs `npm run chaos` with a fixed seed and one kill (docs/chaos.md). Tests that there is no surprise, that payments were
 * made, and that the audit finds each planted fault. Returns the findings of the run, for a test. Call in a group.
 */
export function testChaosRun({ effort, plants }: ShortRun): () => readonly Finding[] {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let outcome: Outcome
  let books: Books

  beforeAll(async () => {
    running = await startChaosWorld(1, effort.mode)
    const rest = { workers: 8, kills: 1, freezes: 0, faults: true, timeout_seconds: 300 }
    outcome = await chaos(running, { ...effort, ...rest }, () => undefined)
    books = await readBooks(running.world, outcome.runLog)
  }, 1_200_000)

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("give no client an unexpected answer", () => {
    expect(outcome.runLog.surprises, JSON.stringify(outcome.runLog.surprises)).toEqual([])
  })

  it("were really made: the ledger of the bank or provider contains them", () => {
    expect(books.bank.filter(({ amounts }) => amounts.captured).length).toBeGreaterThan(effort.payments / 2)
  })

  it.each(plants)("are audited so that the audit finds a planted fault: $title", async (plant) => {
    const findings = await plantIn(running.world, books, plant)
    expect(findings).toContainEqual(expect.objectContaining({ kind: plant.kind, check: plant.check }))
  })

  return () => outcome.findings
}
