import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { startWorld } from "./support/simulator"

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "bank-sim-"))))
afterEach(() => rmSync(dir, { recursive: true }))

type World = Awaited<ReturnType<typeof startWorld>>

async function books(world: World) {
  const [payments, tokens] = [
    await world.control("GET", "/_sim/payments"),
    await world.control("GET", "/_sim/tokens"),
  ]
  return { payments: payments.json.data as object[], tokens: tokens.json.data as object[] }
}

it("a restarted bank has all its data, and performs the scheduled actions", async () => {
  const first = await startWorld([], { dataDir: dir })
  const save_card = { usage: "recurring", terms: { max_amount: 20000 } }
  const id = await first.paid("gwp_books", { save_card }, "4000000000005126")
  const refund = { amount: 900, merchant_reference: "ref_books" }
  await first.call("POST", `/gwb/v1/payments/${id}/refunds`, refund)
  const held = await first.paid("gwp_held", { intent: "preauth" })
  const capture = { amount: 500, final: false, merchant_reference: "cap_books" }
  await first.call("POST", `/gwb/v1/payments/${held}/captures`, capture)
  const before = await books(first)
  await first.stop()

  const second = await startWorld([], { dataDir: dir })
  expect(await books(second)).toEqual(before)
  expect(before).toMatchObject({ payments: [{ refunds: [{ status: "pending" }] }, {}], tokens: [{}] })
  const again = await second.call("POST", `/gwb/v1/payments/${id}/refunds`, refund)
  expect(again.json.error).toMatchObject({ code: "duplicate_reference" })
  const captured = await second.call("POST", `/gwb/v1/payments/${held}/captures`, capture)
  expect(captured.json.error).toMatchObject({ code: "duplicate_reference" })
  await second.control("POST", "/_sim/clock", { offset_s: 10 })
  expect(await second.read(id)).toMatchObject({ refunds: [{ status: "failed" }] })
  expect(await second.eventTypes(id)).toEqual(["payment.captured", "refund.failed"])
  await second.stop()
  expect(readFileSync(join(dir, "journal.jsonl"), "utf8")).not.toContain("4000000000005126")
})
