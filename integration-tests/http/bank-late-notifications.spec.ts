import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { fault, ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import { lookUpNow, readEventsAgain, runPlannedLookup } from "../support/lookups"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminPost, capturesOf, paymentOf, refundInAdmin, timesPlaced } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { CARDS, authenticate } from "../support/shopper"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(async () => {
  await restoreBank()
  await readEventsAgain()
})

const rowOf = async (payment_id: string) => {
  const [row] = await sql<{ pending: string; is_planned: boolean }>(
    "select refund_pending_amount as pending, next_check_at is not null as is_planned from gw_payment where id = $1",
    [payment_id]
  )
  return row
}

describe("a late bank update", () => {
  it("is read from the event list also when its sequence number is lower than the last one read [BANK-63]", async () => {
    const task = await agent.createPayment()
    await runJob("catch-up-events")
    await fault({ scope: { times: 1 }, ipn: { drop: true } })
    await authenticate(task.artifacts.sca_redirect_url)
    await sql("update gw_payment set next_check_at = null where id = $1", [task.artifacts.payment_id])
    await sql("update gw_bank_position set sequence = sequence + 50")
    await runJob("catch-up-events")
    expect((await agent.settled(task.task_id)).state).toBe("completed")
  })

  it("about an accepted refund is polled while the refund is pending [BANK-64]", async () => {
    const task = await paid(agent, {}, CARDS.refund_fails)
    const { payment_id } = task.artifacts
    await sql("update gw_bank_position set sequence = 1000000000")
    await refundInAdmin(await orderOf(task), 100)
    expect(await rowOf(payment_id)).toEqual({ pending: "10000", is_planned: true })
    await fault({ ipn: { drop: true } })
    await turn("clock", { offset_s: 6 })
    await eventually(async () => (await ledgerOf(payment_id)).refunds[0]?.status === "failed" || undefined)
    await runPlannedLookup(payment_id)
    expect(await rowOf(payment_id)).toEqual({ pending: "0", is_planned: false })
  })

  it("is queried every day as long as the payment is open, which needs review after a day, once [BANK-41]", async () => {
    const { artifacts, task_id } = await agent.createPayment()
    const { payment_id } = artifacts
    await sql("update gw_payment set created_at = now() - interval '8 days' where id = $1", [payment_id])
    await runPlannedLookup(payment_id)
    await lookUpNow(payment_id)
    const reviews = await sql(
      `select r.reason, round(extract(epoch from p.next_check_at - now()) / 3600)::int as hours
         from gw_review r join gw_payment p on p.id = r.payment_id where p.id = $1`,
      [payment_id]
    )
    const reason = expect.stringMatching(
      /^The payment of 15\.00 EUR has been open at the bank for a day\. Look it up at the bank, reference pay_\w+$/
    ) as string
    expect(reviews).toEqual([{ reason, hours: 24 }])
    await authenticate(artifacts.sca_redirect_url)
    expect((await agent.settled(task_id)).state).toBe("completed")
    const resolve = `/admin/agentic-commerce/payments/${payment_id}/review/resolve`
    expect((await adminPost(resolve, { note: "It was paid late." })).status).toBe(200)
  })
})

describe("an order that is canceled after a partial capture", () => {
  it("has the captured part refunded and the rest voided [BANK-65]", async () => {
    const task = await paid(agent, { capture: "manual" })
    const { payment_id } = task.artifacts
    await performEffects(payment_id)
    const order = await orderOf(task)
    const capture = await adminPost(`/admin/payments/${paymentOf(order).id}/capture`, { amount: 40 })
    expect(capture.status).toBe(200)
    await performEffects(payment_id)
    expect((await adminPost(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
    await eventuallyRunning("reconcile-payments", async () => {
      await sql(
        "update gw_bank_operation set created_at = created_at - interval '2 minutes' where payment_id = $1",
        [payment_id]
      )
      return (await ledgerOf(payment_id)).amounts.voided > 0 || undefined
    })
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({
      authorized: 10_000,
      captured: 4000,
      refunded: 4000,
      voided: 6000,
    })
  })
})

describe("a worker that has lost the lease of an effect", () => {
  it.each([
    ["while Medusa writes its payment", "before insert on payment"],
    ["when the order was announced", "after update of announced_at on gw_payment"],
  ])(
    "%s, commits nothing: another worker performs the effect again, and nothing is recorded twice [BANK-66]",
    async (_when, written) => {
      const task = await agent.createPayment()
      const { payment_id } = task.artifacts
      // Simulates another worker that takes the effect.
      await sql(`create function gw_test_taken() returns trigger language plpgsql as
      $$ begin
        update gw_effect set fence = fence + 1
         where payment_id = '${payment_id}' and effect = 'captured' and attempts = 1;
        return new;
      end $$`)
      await sql(`create trigger gw_test_taken ${written} for each row execute function gw_test_taken()`)
      await authenticate(task.artifacts.sca_redirect_url)
      await eventually(async () => {
        await sql("update gw_effect set leased_until = now() where payment_id = $1 and fence > 1", [
          payment_id,
        ])
        await runJob("settle-leftovers")
        return (await agent.getTask(task.task_id)).state === "completed" || undefined
      })
      await sql("drop function gw_test_taken cascade")
      const [effect] = await sql<{ attempts: number }>(
        "select attempts from gw_effect where payment_id = $1 and effect = 'captured'",
        [payment_id]
      )
      expect(effect?.attempts).toBeGreaterThan(1)
      const order = await orderOf(task)
      expect([capturesOf(order), timesPlaced(order)]).toEqual([[15], 1])
    }
  )
})
