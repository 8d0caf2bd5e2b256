import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { APPROVAL_STEPS, REFUND_APPROVAL_STEPS } from "../../src/lib/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { allow, decide, waitingOf } from "../support/approvals"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { createSavedCard } from "../support/cards"
import { closeCatalog, openCatalog } from "../support/catalog"
import { forEachStep, inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { runJob, runJobAlone } from "../support/jobs"
import { lookUpNow } from "../support/lookups"
import { loseAnswer } from "../support/lost-answer"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { changeSettings } from "../support/policy"
import { authenticate } from "../support/shopper"
import { blockInserts, blockUpdates, refuseInserts } from "../support/table-lock"
import { type Bought, orderThroughUcp, refundIn, stockUp } from "../support/ucp-orders"

const CHARGE_STEPS = ["payment_approved", "charge_placed", "bank_answered"] as const

/** A payment whose approval is interrupted. */
interface Approved {
  readonly agent: Agent
  readonly task_id: string
  readonly approval_id: string
}

/** The store crashes while the merchant approves. The decision must be carried out once. */
describe("a store that stops after a payment was approved", () => {
  const crash = inCrashingWorld()
  let begun: Record<(typeof APPROVAL_STEPS)[number], Approved>
  let charged: Record<(typeof CHARGE_STEPS)[number], Approved>
  let interrupted: Approved
  let automatic: Automatic
  let refunds: Record<(typeof REFUND_APPROVAL_STEPS)[number], Approved & { readonly payment_id: string }>

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    automatic = await automaticRefund()
    charged = await forEachStep(CHARGE_STEPS, async () => {
      const agent = await payingAgent()
      const { token_id } = await createSavedCard(agent)
      const { body } = await agent.send("recurrent_charge", { token_id, amount: 1500, currency: "EUR" })
      return waiting(agent, body.result)
    })
    interrupted = await paymentThatWaits()
    begun = await forEachStep(APPROVAL_STEPS, paymentThatWaits)
    refunds = await forEachStep(REFUND_APPROVAL_STEPS, refundThatWaits)
    for (const step of REFUND_APPROVAL_STEPS) await crash.freezeAt(step, approve(refunds[step]))
    await crash.freezeAt("operation_begun", () => refund(automatic), automatic.bought.payment_id)
    for (const step of CHARGE_STEPS) await crash.freezeAt(step, approve(charged[step]))
    await crash.freezeAt("payment_prepared", approve(interrupted))
    const [killed, ...frozen] = APPROVAL_STEPS
    for (const step of frozen) await crash.freezeAt(step, approve(begun[step]))
    await crash.crashAt(killed, approve(begun[killed]))
  })

  afterAll(closeCatalog)

  it.each(APPROVAL_STEPS)(
    "and before it was started, %s, starts it: the customer pays one order",
    async (step) => {
      const { agent, task_id } = begun[step]
      const { artifacts } = await eventually(async () => {
        const task = await agent.getTask(task_id)
        return task.artifacts.sca_redirect_url ? task : undefined
      })
      await authenticate(artifacts.sca_redirect_url)
      const task = await agent.settled(task_id)
      expect(task.state).toBe("completed")
      await expectPaidOnce(task)
      const payments = await sql("select id from gw_payment where client_id = $1", [agent.client_id])
      expect(payments).toHaveLength(1)
    }
  )

  it.each(CHARGE_STEPS)("with a saved card, at %s, charges it once", async (step) => {
    const { agent, task_id, approval_id } = charged[step]
    // The interrupted start is due again.
    await sql("update gw_approval set begin_at = now() where id = $1 and begin_at is not null", [approval_id])
    await runJobAlone("settle-leftovers")
    const [{ id } = { id: "" }] = await sql<{ id: string }>(
      "select waits_for as id from gw_task where id = $1",
      [task_id]
    )
    await sql("update gw_payment set next_check_at = now() where id = $1", [id])
    const task = await agent.settled(task_id)
    expect(task.state).toBe("completed")
    await expectPaidOnce(task)
    const payments = "select from gw_payment where client_id = $1 and card_token_id is not null"
    expect(await sql(payments, [agent.client_id])).toHaveLength(1)
  })

  it.each(REFUND_APPROVAL_STEPS)(
    "and before its refund was started, %s, refunds it once [RFD-18]",
    async (step) => {
      const { agent, task_id, payment_id } = refunds[step]
      expect((await agent.settled(task_id)).state).toBe("completed")
      await performEffects(payment_id)
      expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([500])
    }
  )

  it("and after an automatic refund was stored, makes it once, and it counts toward the limits [RFD-23]", async () => {
    const { buyer, bought, other, key } = automatic
    const beyond = await refundIn(buyer, refund({ buyer, bought: other, key: "next" }))
    expect(beyond.messages).toMatchObject([{ code: "refund_pending_approval" }])
    const made = async () => (await ledgerOf(bought.payment_id)).refunds.map(({ amount }) => amount)
    await eventually(async () => ((await made()).length ? true : undefined))
    await loseAnswer(key)
    const repeated = await eventually(async () => {
      const answer = await refund(automatic)
      return answer.status === 200 ? answer : undefined
    })
    expect(repeated.body).toMatchObject({ status: "partially_refunded", refunded_amount: AUTOMATIC })
    expect(await made()).toEqual([AUTOMATIC])
    expect((await ledgerOf(other.payment_id)).refunds).toEqual([])
  })

  it("and while it is being created, ends it like any other: the task fails, and nothing stays open", async () => {
    const { agent, task_id, approval_id } = interrupted
    // Neither starts it again nor gives the approval up while the payment may still be created.
    await sql("update gw_approval set begin_at = now() where id = $1", [approval_id])
    await runJobAlone("settle-leftovers")
    expect(
      await sql("select from gw_approval where id = $1 and begin_at > now()", [approval_id])
    ).toHaveLength(1)
    await sql(
      `update gw_payment set created_at = created_at - interval '10 minutes'
        where provisioned_at is null and id = (select payment_id from gw_approval where id = $1)`,
      [approval_id]
    )
    const task = await agent.settled(task_id)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "interrupted"])
    await sql("update gw_approval set begin_at = now() where id = $1", [approval_id])
    await eventually(async () => {
      const [row] = await sql("select id from gw_approval where id = $1 and begin_at is null", [approval_id])
      return row ? true : undefined
    })
    expect((await agent.getTask(task_id)).state).toBe("failed")
  })
})

describe("an approved payment that the store cannot create", () => {
  inOwnWorld()
  beforeAll(() => switchSurfaces({ a2a_enabled: true }))

  /** Starts what is due now, and resolves when the attempt has ended. */
  const start = async ({ approval_id }: Approved) => {
    await sql("update gw_approval set begin_at = now() where id = $1 and begin_at is not null", [approval_id])
    await runJobAlone("settle-leftovers")
  }
  /** Approves it, and resolves when an attempt to start it has failed. */
  const fail = async (approved: Approved) => {
    await approve(approved)()
    await start(approved)
    // The approval has started an attempt of its own, which the other one does not repeat meanwhile.
    await eventually(async () => {
      const left = await sql("select from gw_payment where client_id = $1", [approved.agent.client_id])
      return left.length ? undefined : true
    })
    await start(approved)
  }
  const reasonOf = async ({ agent, task_id }: Approved) =>
    (await agent.getTask(task_id)).artifacts.error?.code
  /** Resolves when an attempt has failed the task. */
  const failed = (approved: Approved) =>
    eventually(async () => {
      await start(approved)
      return (await reasonOf(approved)) === "payment_not_created" ? true : undefined
    })
  const payable = (approved: Approved) =>
    eventually(async () => {
      await start(approved)
      const { artifacts } = await approved.agent.getTask(approved.task_id)
      return artifacts.sca_redirect_url || undefined
    })

  it.each(["order", "payment_session"])(
    "because the database refuses %s, is created when it no longer does",
    async (table) => {
      const approved = await paymentThatWaits()
      const repair = await refuseInserts(table)
      await fail(approved).finally(repair)
      expect(await reasonOf(approved)).toBeUndefined()
      await authenticate(await payable(approved))
      const task = await approved.agent.settled(approved.task_id)
      expect(task.state).toBe("completed")
      await expectPaidOnce(task)
    }
  )

  it("because the bank limits the calls, is opened when it no longer does", async () => {
    const approved = await paymentThatWaits()
    await fault({ scope: { operation: "create" }, api: { status: 429 } })
    await approve(approved)()
    const payment_id = await eventually(async () => {
      const unopened = "select id from gw_payment where client_id = $1 and status = 'unknown'"
      const [row] = await sql<{ id: string }>(unopened, [approved.agent.client_id])
      return row?.id
    }).finally(clearFaults)
    expect(await reasonOf(approved)).toBeUndefined()
    await eventually(async () => {
      await lookUpNow(payment_id)
      return (await approved.agent.getTask(approved.task_id)).artifacts.sca_redirect_url || undefined
    })
  })

  it("within an hour of the decision, fails its task", async () => {
    const approved = await paymentThatWaits()
    const repair = await refuseInserts("order")
    await fail(approved)
    await sql("update gw_approval set decided_at = now() - interval '61 minutes' where id = $1", [
      approved.approval_id,
    ])
    await failed(approved).finally(repair)
  })

  it("because the bank refuses it, fails its task", async () => {
    const approved = await paymentThatWaits()
    await fault({ scope: { operation: "create" }, api: { status: 400 } })
    await approve(approved)()
    await failed(approved).finally(clearFaults)
  })
})

describe("an approved refund that the bank does not execute for now", () => {
  inOwnWorld()
  beforeAll(() => switchSurfaces({ a2a_enabled: true }))
  afterEach(clearFaults)

  type Refund = Awaited<ReturnType<typeof refundThatWaits>>

  /** Starts it after this many hours since the decision, unless it has ended, and resolves when the attempt has ended. */
  const startAfter = async (hours: number, { approval_id }: Refund) => {
    const due = "begin_at = now(), decided_at = now() - make_interval(hours => $2)"
    await sql(`update gw_approval set ${due} where id = $1 and begin_at is not null`, [approval_id, hours])
    await runJobAlone("settle-leftovers")
  }
  const isDue = async ({ approval_id }: Refund) =>
    (await sql("select from gw_approval where id = $1 and begin_at is not null", [approval_id])).length === 1

  /** An approved refund that the bank has rejected at least once. */
  async function rejected(status: number): Promise<Refund> {
    const approved = await refundThatWaits()
    await fault({ scope: { operation: "refund" }, api: { status } })
    await approve(approved)()
    const refused = "select from gw_bank_operation where payment_id = $1 and status = 'refused'"
    await eventually(async () => ((await sql(refused, [approved.payment_id])).length ? true : undefined))
    return approved
  }

  it.each([429, 401])("(%d) is attempted for a day, then fails its task and needs review", async (status) => {
    const approved = await rejected(status)
    const { agent, task_id, payment_id } = approved
    await startAfter(23, approved)
    expect([await isDue(approved), (await agent.getTask(task_id)).artifacts.error]).toEqual([true, undefined])
    const task = await eventually(async () => {
      await startAfter(25, approved)
      const now = await agent.getTask(task_id)
      return now.state === "failed" ? now : undefined
    })
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "not_executed"])
    const review_reason = "An approved refund of 5.00 EUR could not be made within a day"
    expect(await endOf(approved)).toEqual({ failure_code: "not_executed", begin_at: null, review_reason })
    const [order] = await sql<{ review: string }>(
      `select o.metadata ->> 'gw_review' as review from "order" o join gw_payment p on p.order_id = o.id where p.id = $1`,
      [payment_id]
    )
    expect(order?.review).toBe(review_reason)
    expect((await ledgerOf(payment_id)).refunds).toEqual([])
  })

  /** How its start has ended, and what is open to review. */
  const endOf = async ({ approval_id }: Refund) => {
    const [row] = await sql(
      `select a.failure_code, a.begin_at, p.review_reason from gw_approval a join gw_payment p on p.id = a.refund_of
          where a.id = $1`,
      [approval_id]
    )
    return row
  }

  /** An attempt after a day that is paused while it gives the refund up. */
  async function pausedAttempt(approved: Refund) {
    const reviews = await blockUpdates("gw_payment", "new.review_reason is not null")
    const attempt = startAfter(25, approved)
    await reviews.stopped()
    return async () => {
      await reviews.release()
      await attempt
    }
  }

  it("is not given up by a paused server if another one starts it meanwhile", async () => {
    const approved = await rejected(429)
    const resume = await pausedAttempt(approved)
    await clearFaults()
    const { agent, task_id, payment_id, approval_id } = approved
    await sql("update gw_approval set begin_at = now() where id = $1", [approval_id])
    const other = runJob("settle-leftovers")
    const refunds = async () => (await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)
    await eventually(async () => ((await refunds()).length ? true : undefined)).finally(resume)
    await other
    await performEffects(payment_id)
    expect((await agent.settled(task_id)).state).toBe("completed")
    expect(await endOf(approved)).toEqual({ failure_code: null, begin_at: null, review_reason: null })
    expect(await refunds()).toEqual([500])
  })

  it("is not given up by a paused server if another one has claimed it meanwhile", async () => {
    const approved = await rejected(429)
    const resume = await pausedAttempt(approved)
    const { agent, task_id, approval_id } = approved
    await sql("update gw_approval set begin_at = now() + interval '1 minute' where id = $1", [approval_id])
    await resume()
    expect((await agent.getTask(task_id)).state).toBe("input-required")
    const begin_at = expect.any(Date) as Date
    expect(await endOf(approved)).toEqual({ failure_code: null, begin_at, review_reason: null })
  })

  it("is not made by a server that was paused until another one had given it up [RFD-24]", async () => {
    const approved = await refundThatWaits()
    const { agent, task_id, payment_id } = approved
    const opening = await blockInserts("gw_bank_operation", "new.kind = 'refund'")
    await approve(approved)()
    await opening.stopped()
    // The other server fails, because the paused one has locked the order.
    await startAfter(25, approved).finally(opening.release)
    const lock = "select from gw_cart_lock l join gw_payment p on p.order_id = l.cart_id where p.id = $1"
    await eventually(async () => ((await sql(lock, [payment_id])).length ? undefined : true))
    expect((await agent.getTask(task_id)).state).toBe("failed")
    expect(await sql("select from gw_bank_operation where payment_id = $1", [payment_id])).toEqual([])
    expect((await ledgerOf(payment_id)).refunds).toEqual([])
    const review_reason = "An approved refund of 5.00 EUR could not be made within a day"
    expect(await endOf(approved)).toEqual({ failure_code: "not_executed", begin_at: null, review_reason })
  })

  it("is made when it is attempted again, also after a day", async () => {
    const approved = await rejected(429)
    await clearFaults()
    const { agent, task_id, payment_id } = approved
    await eventually(async () => {
      await startAfter(25, approved)
      await performEffects(payment_id)
      return (await agent.getTask(task_id)).state === "completed" || undefined
    })
    expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([500])
  })
})

/** An agent whose payments all wait for the merchant's approval. */
async function payingAgent(): Promise<Agent> {
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:tokenize")
  await allow(agent.client_id, { approval_above: 1 })
  return agent
}

async function paymentThatWaits(): Promise<Approved> {
  const agent = await payingAgent()
  return waiting(agent, await agent.createPayment())
}

/** A refund of 5.00 EUR that waits for approval. */
async function refundThatWaits(): Promise<Approved & { readonly payment_id: string }> {
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
  const { task_id, artifacts } = await agent.createPayment()
  await authenticate(artifacts.sca_redirect_url)
  await agent.settled(task_id)
  await changeSettings({ refunds: { staff_clients: "approval" } })
  const { payment_id } = artifacts
  const { body } = await agent.send("refund_payment", { payment_id, amount: 500 })
  return { ...(await waiting(agent, body.result)), payment_id }
}

/** How much is refunded without an approval in a day, in minor units. */
const AUTOMATIC = 100

/** A refund that needs no approval, and another order of the same client. */
interface Automatic {
  readonly buyer: Buyer
  readonly bought: Bought
  readonly other: Bought
  readonly key: string
}

async function automaticRefund(): Promise<Automatic> {
  await openCatalog()
  await stockUp()
  const limit = {
    currency: "EUR",
    max_per_refund: AUTOMATIC,
    max_per_client: AUTOMATIC,
    max_per_day: AUTOMATIC,
  }
  await changeSettings({ refunds: { customer_clients: "automatic", limits: [limit] } })
  const buyer = await Buyer.forCustomer()
  const bought = await orderThroughUcp(buyer)
  return { buyer, bought, other: await orderThroughUcp(buyer), key: "automatic" }
}

const refund = ({ buyer, bought, key }: Omit<Automatic, "other">) =>
  buyer.send(`/orders/${bought.id}/refund`, {
    body: { amount: AUTOMATIC },
    headers: { "idempotency-key": key },
  })

async function waiting(agent: Agent, { task_id }: Task): Promise<Approved> {
  const { id } = await waitingOf(agent.client_id)
  return { agent, task_id, approval_id: id }
}

const approve =
  ({ approval_id }: Approved) =>
  () =>
    decide(approval_id, "approve")

async function expectPaidOnce({ artifacts }: Task): Promise<void> {
  await performEffects(artifacts.payment_id)
  const order = await orderNumber(artifacts.shop_order_id)
  expect([capturesOf(order), timesPlaced(order)]).toEqual([[15], 1])
  expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(1500)
}
