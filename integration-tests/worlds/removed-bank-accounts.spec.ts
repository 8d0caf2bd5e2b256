import { beforeAll, describe, expect, it } from "vitest"
import { bankAccounts } from "../../src/diagnostics/checks/bank-accounts"
import type { CheckContext } from "../../src/diagnostics/check-context"
import { type Agent, eventually, type Task } from "../support/agent"
import { clearFaults, fault, performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { eventuallyRunning } from "../support/jobs"
import { disablePolling, lookUpNow } from "../support/lookups"
import { adminPost, paymentOf, refundInAdmin } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { orderOf, paid } from "../support/payments"
import { redsysFormOf, shopAtRedsys } from "../support/redsys-store"
import { payAtRedsys } from "../support/redsys-shopper"
import {
  accountOf,
  openAccountsToAgent,
  paidAtRedsys,
  paidInLei,
  restartWith,
  severalBanks,
} from "../support/several-banks"
import { authenticate } from "../support/shopper"
import { slowToAct, untilStored } from "../support/slow-store"
import { act as byStaff, tracePayment } from "../support/staff"

const own = inOwnWorld(severalBanks())

let agent: Agent
beforeAll(async () => void (agent = await openAccountsToAgent(own())))

const statusOf = async (task: Task) => (await tracePayment(task.artifacts.payment_id)).status

describe("an account that was removed from the options [BANK-85]", () => {
  it("keeps its payments, which are refused with a reason, and stops no payment of another account", async () => {
    const [euros, lei] = [await paidAtRedsys(agent), await paidInLei(agent)]
    const [open, waiting] = [await agent.createPayment(), await agent.createPayment({ currency: "RON" })]
    const form = await redsysFormOf(open)
    await performEffects(euros.artifacts.payment_id)
    await performEffects(lei.artifacts.payment_id)
    await restartWith(own(), "second")

    const refused = await refundInAdmin(await orderOf(euros), 10)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Add it again")])
    expect(await byStaff(euros.artifacts.payment_id, "refund", { amount: 1000 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("do not have the bank account of this payment") as string },
    })
    expect((await refundInAdmin(await orderOf(lei), 10)).status).toBe(200)
    await payAtRedsys(form.url, form.fields)
    await lookUpNow(open.artifacts.payment_id)
    await disablePolling(waiting.artifacts.payment_id)
    await fault({ ipn: { drop: true } })
    await authenticate(waiting.artifacts.sca_redirect_url)
    expect(await statusOf(waiting)).toBe("requires_action")
    await lookUpNow(waiting.artifacts.payment_id)
    expect(await agent.settled(waiting.task_id)).toMatchObject({ state: "completed" })
    await clearFaults()
    expect([await statusOf(euros), await statusOf(open)]).toEqual(["captured", "requires_action"])
    expect(await accountOf((await paid(agent)).artifacts.payment_id)).toBe("default")

    const [finding] = await findings("second")
    expect(finding).toMatchObject({ level: "problem", text: expect.stringContaining("cards_eu") as string })

    await restartWith(own(), "cards_eu", "second")
    expect(await findings("cards_eu", "second")).toEqual([])
    await lookUpNow(open.artifacts.payment_id)
    expect(await agent.settled(open.task_id)).toMatchObject({ state: "completed" })
    expect((await refundInAdmin(await orderOf(euros), 10)).status).toBe(200)
    expect(paymentOf(await orderOf(euros)).refunds).toHaveLength(1)
  })
})

describe("a payment of a removed account that cannot pay for its order [BANK-85]", () => {
  it("needs review with the reason, and staff refund it after the account is added again", async () => {
    const euros = await agent.createPayment({ amount: 10_000 })
    const { payment_id, shop_order_id } = euros.artifacts
    const act = await slowToAct(payment_id, "captured")
    await shopAtRedsys(euros)
    await untilStored(payment_id, "captured")
    await sql(`update "order" set status = 'canceled' where display_id = $1`, [shop_order_id])
    await restartWith(own(), "second")
    await act()
    expect(await agent.settled(euros.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "not_refunded" } },
    })
    const reviews = await sql<{ reason: string }>("select reason from gw_review where payment_id = $1", [
      payment_id,
    ])
    expect(reviews.map(({ reason }) => reason).join()).toContain("could not be refunded: no_bank")
    await restartWith(own(), "cards_eu", "second")
    expect((await byStaff(payment_id, "refund")).status).toBe(200)
    await eventually(async () => {
      const [row] = await sql<{ refunded_amount: number }>(
        "select refunded_amount::int from gw_payment where id = $1",
        [payment_id]
      )
      return row?.refunded_amount === 10_000 || undefined
    })
  })
})

describe("an open payment of a removed account whose order is canceled [BANK-85]", () => {
  it("needs review at the first attempt, and is voided after the account is added again", async () => {
    const open = await agent.createPayment()
    const { payment_id } = open.artifacts
    await restartWith(own(), "second")
    const { id } = await orderOf(open)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    const reviews = () =>
      sql<{ reason: string }>("select reason from gw_review where payment_id = $1", [payment_id])
    await eventuallyRunning("reconcile-payments", async () => (await reviews()).length || undefined)
    expect(await reviews()).toEqual([
      { reason: "the order was already canceled, and the payment could not be voided: no_bank" },
    ])
    const refused = "select 1 from gw_bank_operation where payment_id = $1 and status = 'refused'"
    expect(await sql(refused, [payment_id])).toHaveLength(1)
    await restartWith(own(), "cards_eu", "second")
    await eventuallyRunning("reconcile-payments", async () => {
      const older = "update gw_bank_operation set created_at = created_at - interval '1 day'"
      await sql(`${older} where payment_id = $1`, [payment_id])
      return (await statusOf(open)) === "canceled" || undefined
    })
  })
})

/** What gw-doctor reports about a store with the default account and these. */
const findings = (...names: string[]) =>
  bankAccounts.run({
    options: { bank: {}, banks: Object.fromEntries(names.map((name) => [name, {}])) },
    query: sql,
  } as unknown as CheckContext)
