import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { clearFaults, fault, inLedger, performEffects } from "../support/bank-ledger"
import type { Buyer } from "../support/buyer"
import { CARD_INPUT, cardRow, tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { runJob, runJobAlone } from "../support/jobs"
import { orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { attemptsOf, expectNothingBought, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"

let agent: Agent
let buyer: Buyer
let item: string

beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop("Backstaff"))
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:tokenize")
})
afterEach(clearFaults)
afterAll(closeUcpShop)

/** Makes the bank reject every call of the store, its queries too, as if the store signed with a wrong key. */
const rejectAllCalls = () => fault({ api: { status: 401 } })

/** Runs the reconciliation, as if the payment had this age and its check were due. */
async function reconcileAt(seconds: number, payment_id: string): Promise<void> {
  const due = "created_at = now() - make_interval(secs => $2), next_check_at = now()"
  await sql(`update gw_payment set ${due} where id = $1`, [payment_id, seconds])
  await runJobAlone("reconcile-payments")
}

/** A payment of an agent whose opening call the bank has rejected, after the store has noted that no call is answered. */
async function rejected(): Promise<{ readonly task_id: string; readonly payment_id: string }> {
  await rejectAllCalls()
  const { body } = await agent.send("create_payment", { amount: 1500, currency: "EUR" })
  expect(body.error.data.code).toBe("bank_unavailable")
  const { task_id, payment_id } = body.error.data as unknown as { task_id: string; payment_id: string }
  await reconcileAt(60, payment_id)
  return { task_id, payment_id }
}

/** As if another call had been made for the payment, whose outcome is unknown. */
const callOnceMore = (payment_id: string) =>
  sql("update gw_payment set bank_called_at = now() where id = $1", [payment_id])

async function statusOf(payment_id: string): Promise<string | undefined> {
  const [row] = await sql<{ status: string }>("select status from gw_payment where id = $1", [payment_id])
  return row?.status
}

async function expectNothingLeft(payment_id: string): Promise<void> {
  await performEffects(payment_id)
  const [payment] = await sql<{ merchant_reference: string; status: string; shop_order_id: number }>(
    "select merchant_reference, status, shop_order_id from gw_payment where id = $1",
    [payment_id]
  )
  const { status } = await orderNumber(Number(payment?.shop_order_id))
  expect([payment?.status, status]).toEqual(["declined", "canceled"])
  expect(await inLedger("payments", payment?.merchant_reference)).toEqual([])
}

describe("a payment at a bank that rejects all calls", () => {
  it("fails its task 17 minutes after it was created, and not before [BANK-15]", async () => {
    const { task_id, payment_id } = await rejected()
    await reconcileAt(1000, payment_id)
    expect([await statusOf(payment_id), (await agent.getTask(task_id)).state]).toEqual(["unknown", "working"])
    await reconcileAt(1030, payment_id)
    const { state, artifacts } = await agent.settled(task_id)
    expect([state, artifacts.error?.code]).toEqual(["failed", "not_executed"])
    await expectNothingLeft(payment_id)
  })

  it("ends when its agent cancels it [A2A-19]", async () => {
    const { task_id, payment_id } = await rejected()
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.result.state).toBe("canceled")
    await expectNothingLeft(payment_id)
  })

  it("ends as interrupted if its creation was interrupted [BANK-52]", async () => {
    const { task_id, payment_id } = await rejected()
    const interrupted = "provisioned_at = null, created_at = now() - interval '5 minutes'"
    await sql(`update gw_payment set ${interrupted} where id = $1`, [payment_id])
    await runJobAlone("end-interrupted")
    const { state, artifacts } = await agent.settled(task_id)
    expect([state, artifacts.error?.code]).toEqual(["failed", "interrupted"])
    await expectNothingLeft(payment_id)
  })

  it("stays open while the outcome of a call is unknown, until the bank answers [BANK-15, A2A-19]", async () => {
    const { task_id, payment_id } = await rejected()
    await callOnceMore(payment_id)
    await reconcileAt(1030, payment_id)
    expect((await agent.call("tasks/cancel", { task_id })).body.error.data.code).toBe("bank_unavailable")
    const interrupted = "provisioned_at = null, created_at = now() - interval '20 minutes'"
    await sql(`update gw_payment set ${interrupted} where id = $1`, [payment_id])
    await runJobAlone("end-interrupted")
    await sql("update gw_payment set provisioned_at = now() where id = $1", [payment_id])
    expect([await statusOf(payment_id), (await agent.getTask(task_id)).state]).toEqual(["unknown", "working"])
    await clearFaults()
    await reconcileAt(1030, payment_id)
    expect((await agent.settled(task_id)).state).toBe("canceled")
    await expectNothingLeft(payment_id)
  })

  it("ends when its order may no longer hold its stock, which is free then, and not before [HLD-11]", async () => {
    await rejected()
    const { id } = await buyer.ready([[item, 2]])
    await buyer.complete(id)
    const [attempt] = await attemptsOf(id)
    const payment_id = String(attempt?.id)
    await runJob("release-unpaid-stock")
    expect([await statusOf(payment_id), await ordersOf(id)]).toMatchObject([
      "unknown",
      [{ status: "pending", reserved: 2 }],
    ])
    await sql("update gw_unpaid_hold set held_until = now() where payment_id = $1", [payment_id])
    await runJob("release-unpaid-stock")
    expect(await statusOf(payment_id)).toBe("declined")
    await expectNothingBought(id)
    const { messages } = await buyer.becomes(id, "ready_for_complete")
    expect(messages?.map(({ code }) => code)).toEqual(["payment_failed"])
  })
})

describe("saving a card at a bank that rejects all calls", () => {
  /** The task of a card that the bank has refused to save for now. */
  async function refused(): Promise<string> {
    await rejectAllCalls()
    const { body } = await agent.send("tokenize_card", CARD_INPUT)
    expect(body.error.data.code).toBe("bank_unavailable")
    const task_id = String(body.error.data.task_id)
    await reconcileCardAt(60, task_id)
    return task_id
  }

  /** Runs the reconciliation, as if the card had this age and its check were due. */
  async function reconcileCardAt(seconds: number, task_id: string): Promise<void> {
    const due = "created_at = now() - make_interval(secs => $2), next_check_at = now()"
    await sql(`update gw_card_token set ${due} where id = $1`, [(await cardRow(task_id)).id, seconds])
    await runJobAlone("reconcile-cards")
  }

  const statusesOf = async (task_id: string) => [
    (await cardRow(task_id)).status,
    (await agent.getTask(task_id)).state,
  ]

  it("fails its task 17 minutes after it was requested, and not before [BANK-15]", async () => {
    const task_id = await refused()
    await reconcileCardAt(1000, task_id)
    expect(await statusesOf(task_id)).toEqual(["unknown", "working"])
    await reconcileCardAt(1030, task_id)
    const { state, artifacts } = await agent.settled(task_id)
    expect([state, artifacts.error?.code, (await cardRow(task_id)).status]).toEqual([
      "failed",
      "card_not_saved",
      "failed",
    ])
    expect(await tokensAtBank(task_id)).toEqual([])
  })

  it("ends when its agent cancels it [A2A-19]", async () => {
    const task_id = await refused()
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.result.state).toBe("canceled")
    expect(await statusesOf(task_id)).toEqual(["failed", "canceled"])
    expect(await tokensAtBank(task_id)).toEqual([])
  })

  it("stays open while the outcome of a call is unknown, until the bank answers [BANK-15, A2A-19]", async () => {
    const task_id = await refused()
    await sql("update gw_card_token set bank_called_at = now() where id = $1", [(await cardRow(task_id)).id])
    await reconcileCardAt(1030, task_id)
    expect((await agent.call("tasks/cancel", { task_id })).body.error.data.code).toBe("bank_unavailable")
    expect(await statusesOf(task_id)).toEqual(["unknown", "working"])
    await clearFaults()
    await reconcileCardAt(1030, task_id)
    expect((await agent.settled(task_id)).state).toBe("canceled")
    expect(await tokensAtBank(task_id)).toEqual([])
  })
})
