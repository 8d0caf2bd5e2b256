import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { clearFaults, fault } from "../support/bank-ledger"
import { Buyer, type Checkout } from "../support/buyer"
import { sql } from "../support/database"
import { notify } from "../support/gwb"
import { attemptsOf, expectBoughtOnce, expectNothingBought, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { type ShopperAction, authenticate } from "../support/shopper"

let buyer: Buyer
let item: string

beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop())
})

afterEach(clearFaults)
afterAll(closeUcpShop)

const keyed = () => ({ "idempotency-key": randomUUID() })
const one = () => buyer.ready([[item, 1]])
const page = ({ continue_url }: Checkout) => String(continue_url)
const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code)
const cancel = (id: string) => buyer.send(`${buyer.checkouts}/${id}/cancel`)
const escalated = () => buyer.escalated([[item, 1]])

describe("a failed payment", () => {
  it.each(["decline", "cancel", "timeout"] satisfies ShopperAction[])(
    "after the customer's %s leaves a checkout that can be completed again, and no reservation",
    async (action) => {
      const { id, continue_url } = await escalated()
      await authenticate(String(continue_url), action)
      const failed = await buyer.becomes(id, "ready_for_complete")
      expect(codes(failed)).toEqual(["payment_failed"])
      await expectNothingBought(id)
      expect((await buyer.checkout(cancel(id))).status).toBe("canceled")
    }
  )

  it("that the bank refuses to open answers 402 with the checkout, and its order is canceled", async () => {
    await fault({ scope: { operation: "create", times: 1 }, api: { status: 422 } })
    const { id } = await one()
    const key = keyed()
    const { status, body } = await buyer.complete(id, key)
    expect([status, body.code, body.status]).toEqual([402, "payment_failed", "ready_for_complete"])
    const { message, messages } = body as { message?: string; messages?: Checkout["messages"] }
    for (const text of [message, messages?.[0]?.content])
      expect(text).toMatch(/\. Another attempt needs a new Idempotency-Key\.$/)
    await expectNothingBought(id)
    expect((await buyer.complete(id, key)).body).toEqual(body)
    const second = await buyer.checkout(buyer.complete(id, keyed()))
    await authenticate(page(second))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("that was requested without an idempotency key can be requested again without one, as the answer says", async () => {
    await fault({ scope: { operation: "create", times: 1 }, api: { status: 422 } })
    const { id } = await one()
    const complete = () => buyer.send(`${buyer.checkouts}/${id}/complete`, { body: {} })
    const { status, body } = await complete()
    expect([status, body.code]).toEqual([402, "payment_failed"])
    const { message, messages } = body as { message?: string; messages?: Checkout["messages"] }
    expect(message).toMatch(/\. For another attempt, send the call again\.$/)
    expect(messages?.[0]?.content).toMatch(/ needs a new Idempotency-Key, if you send one\.$/)
    expect((await buyer.checkout(complete())).status).toBe("requires_escalation")
    await buyer.checkout(cancel(id))
  })

  it("cancels its order although a change of the order ends just after Medusa has refused to cancel it", async () => {
    const { id, continue_url } = await escalated()
    await sql(
      `insert into order_change (id, order_id, version, status, change_type)
       select 'ordch_ending', o.id, 2, 'pending', 'credit_line'
         from "order" o where o.metadata -> 'gw_agent' ->> 'session_id' = $1`,
      [id]
    )
    // Medusa restores the reservations of an order that it refuses to cancel.
    await sql(`create or replace function gw_test_end_change() returns trigger language plpgsql as
      'begin delete from order_change where id = ''ordch_ending''; return new; end'`)
    await sql(`create trigger gw_test_end_change after update on reservation_item for each row
      when (old.deleted_at is not null and new.deleted_at is null) execute function gw_test_end_change()`)
    try {
      await authenticate(String(continue_url), "decline")
      await buyer.becomes(id, "ready_for_complete")
      await expectNothingBought(id)
      expect(await sql("select 1 from order_change where id = 'ordch_ending'")).toEqual([])
    } finally {
      await sql("drop function gw_test_end_change cascade")
    }
  })

  it("that is captured late, after another attempt has paid, is refunded", async () => {
    const first = await escalated()
    const { id } = first
    const late = await paymentAtBank(page(first))
    await authenticate(page(first), "decline")
    await buyer.becomes(id, "ready_for_complete")
    await authenticate(page(await buyer.checkout(buyer.complete(id))))
    const { order } = await buyer.becomes(id, "completed")
    await notify(ipnBody({ ...captured(late), version: 99 }))
    const [attempt] = await attemptsOf(id)
    await eventually(async () => {
      const refunds = await sql("select 1 from gw_bank_operation where payment_id = $1 and kind = 'refund'", [
        attempt?.id,
      ])
      return refunds.length ? true : undefined
    })
    expect(await buyer.read(id)).toMatchObject({ status: "completed", order: { id: order?.id } })
    expect((await ordersOf(id)).map(({ status }) => status)).toEqual(["canceled", "pending"])
  })
})

describe("an expired checkout", () => {
  const expire = (id: string) => sql("update gw_session set expires_at = now() where id = $1", [id])

  it("is canceled and accepts no more changes", async () => {
    const { id } = await one()
    await expire(id)
    expect((await buyer.read(id)).status).toBe("canceled")
    const answers = [
      buyer.complete(id),
      buyer.send(`${buyer.checkouts}/${id}`, { method: "PUT", body: {} }),
      cancel(id),
    ]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([409, 409, 409])
    expect(await attemptsOf(id)).toEqual([])
  })

  it("with a running payment completes when the payment does", async () => {
    const { id, continue_url } = await escalated()
    await expire(id)
    expect((await buyer.read(id)).status).toBe("requires_escalation")
    await authenticate(String(continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })
})
