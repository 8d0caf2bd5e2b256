import { afterAll, beforeAll, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer, amountOf } from "../support/buyer"
import { sql } from "../support/database"
import { campaign, promote, withdraw } from "../support/promotions"
import { attemptsOf, expectBoughtOnce } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"

let item: string
let buyer: Buyer

beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop("Nocturnal"))
})

afterAll(async () => {
  await withdraw()
  await closeUcpShop()
})

const tenth = { type: "percentage", target_type: "order", allocation: "across", value: 10 } as const

const usesOf = async (code: string) => {
  const [row] = await sql<{ used: number }>(
    `select b.used::int from promotion p join promotion_campaign_budget b on b.campaign_id = p.campaign_id where p.code = $1`,
    [code]
  )
  return row?.used
}

it("a single-use discount is released when the payment is declined, and used by the next attempt [UCP-39]", async () => {
  const code = await promote(tenth, campaign({ budget: { type: "usage", limit: 1 } }))
  const wanted = await buyer.ready([[item, 1]], { discounts: { codes: [code] } })
  expect(amountOf(wanted, "discount")).toBeLessThan(0)
  await authenticate(String((await buyer.checkout(buyer.complete(wanted.id))).continue_url), "decline")
  await buyer.becomes(wanted.id, "ready_for_complete")
  const again = await buyer.checkout(buyer.complete(wanted.id))
  expect([again.status, amountOf(again, "total")]).toEqual(["requires_escalation", amountOf(wanted, "total")])
  await authenticate(String(again.continue_url))
  const { order } = await buyer.becomes(wanted.id, "completed")
  await expectBoughtOnce(wanted.id, String(order?.id), 1)
  expect(await usesOf(code)).toBe(1)
  await expectRefundedOnce(wanted.id, code)
  const late = await buyer.ready([[item, 1]], { discounts: { codes: [code] } })
  expect(amountOf(late, "discount")).toBe(0)
})

/** Performs the declined attempt's effects again, as after a crash. */
async function expectRefundedOnce(id: string, code: string): Promise<void> {
  const [declined] = await attemptsOf(id)
  await sql("update gw_effect set done_at = null, leased_until = null where payment_id = $1", [declined?.id])
  await eventually(async () => {
    const unfinished = await sql("select 1 from gw_effect where payment_id = $1 and done_at is null", [
      declined?.id,
    ])
    return unfinished.length ? undefined : true
  })
  expect(await usesOf(code)).toBe(1)
}
