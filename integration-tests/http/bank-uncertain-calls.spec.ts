import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, eventually, type Task } from "../support/agent"
import {
  callsSince,
  clearFaults,
  fault,
  ledgerOf,
  performEffects,
  withoutEventFeed,
} from "../support/bank-ledger"
import { cardRow, CARD_INPUT, createSavedCard, tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { resolveUncertainCalls } from "../support/lookups"
import { eventuallyRunning } from "../support/jobs"
import { adminPost, capturesOf, orderNumber, refundInAdmin, refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

/** The status with which the bank rejects every repeat of a call it executed without an answer. */
const REJECTIONS = { refund: 429, capture: 401, void: 403, charge: 400, create: 403, token: 429 } as const

type Operation = keyof typeof REJECTIONS

/** The bank executes the next call without an answer, and rejects every repeat. */
async function executeAndReject(operation: Operation): Promise<void> {
  const api = { execute_then_fail: true, status: 503 }
  await fault({ scope: { operation, times: 1 }, api, ipn: { drop: true } })
  await fault({ scope: { operation }, api: { status: REJECTIONS[operation] } })
}

/** Makes the calls of a payment old enough for reconciliation. */
const grownOld = (payment_id: string) =>
  sql("update gw_bank_operation set updated_at = updated_at - interval '1 minute' where payment_id = $1", [
    payment_id,
  ])

async function operationsOf(payment_id: string): Promise<string[]> {
  const rows = await sql<{ kind: string; status: string }>(
    "select kind, status from gw_bank_operation where payment_id = $1 order by created_at",
    [payment_id]
  )
  return rows.map(({ kind, status }) => `${kind} ${status}`)
}

async function statusOf(payment_id: string): Promise<string | undefined> {
  const [row] = await sql<{ status: string }>("select status from gw_payment where id = $1", [payment_id])
  return row?.status
}

beforeAll(() => switchSurfaces({ a2a_enabled: true }))

describe("a call that the bank executed without an answer, and whose repeats it rejects", () => {
  let agent: Agent
  let refundable: Task["artifacts"]
  let capturable: Task["artifacts"]
  let voidable: Task["artifacts"]
  let created: Task["artifacts"]
  let charged: Task["artifacts"]
  let tokenized: string
  let endFeed: () => Promise<unknown>

  async function paid(input: object = {}): Promise<Task["artifacts"]> {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, ...input })
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    await performEffects(artifacts.payment_id)
    return artifacts
  }

  /** The task of a call, also when the call answers that the bank is unavailable. */
  async function taskOf(skill: string, input: object): Promise<Task> {
    const { result, error } = (await agent.send(skill, input)).body
    return result ?? agent.getTask(String(error.data.task_id))
  }

  beforeAll(async () => {
    const scopes = ["read", "create", "capture", "refund", "tokenize"].map((name) => `a2a:payments:${name}`)
    agent = await Agent.withScopes(...scopes)
    refundable = await paid()
    capturable = await paid({ capture: "manual" })
    voidable = await paid({ capture: "manual" })
    const { token_id } = await createSavedCard(agent)
    const order = await orderNumber(voidable.shop_order_id)
    endFeed = await withoutEventFeed()
    for (const operation of Object.keys(REJECTIONS) as Operation[]) await executeAndReject(operation)
    const [creation, charge, token] = await Promise.all([
      taskOf("create_payment", { amount: 1700, currency: "EUR" }),
      taskOf("recurrent_charge", { token_id, amount: 1500, currency: "EUR" }),
      taskOf("tokenize_card", CARD_INPUT),
      agent.send("refund_payment", { payment_id: refundable.payment_id, amount: 3000 }),
      agent.send("capture_payment", { payment_id: capturable.payment_id, amount: 2500 }),
      adminPost(`/admin/orders/${order.id}/cancel`),
    ])
    created = creation.artifacts
    charged = charge.artifacts
    tokenized = token.task_id
  })

  describe("while its outcome is unknown", () => {
    it("is not treated as rejected: a refund [BANK-43]", async () => {
      expect(await operationsOf(refundable.payment_id)).toEqual(["refund unknown"])
    })

    it("is not treated as rejected: a capture [BANK-43]", async () => {
      expect(await operationsOf(capturable.payment_id)).toEqual(["capture unknown"])
    })

    it("is not treated as rejected: a void [BANK-43]", async () => {
      expect(await operationsOf(voidable.payment_id)).toEqual(["void unknown"])
    })

    it("is not treated as rejected: the creation of a payment and the charge of a saved card [BANK-43]", async () => {
      expect(await statusOf(created.payment_id)).toBe("unknown")
      expect(await statusOf(charged.payment_id)).toBe("unknown")
    })

    it("is not treated as rejected: the bank's page for saving a card [BANK-43]", async () => {
      expect((await cardRow(tokenized)).status).toBe("unknown")
    })

    it("blocks another refund by the agent and in Medusa's admin [BANK-43]", async () => {
      const { payment_id, shop_order_id } = refundable
      const { error } = (await agent.send("refund_payment", { payment_id, amount: 3000 })).body
      expect(error.data.code).toBe("earlier_call_open")
      expect((await refundInAdmin(await orderNumber(shop_order_id), 30)).ok).toBe(false)
      expect((await ledgerOf(payment_id)).amounts.refunded).toBe(3000)
    })
  })

  describe("once the bank answers again", () => {
    beforeAll(async () => {
      await clearFaults()
      for (const { payment_id } of [refundable, capturable, voidable]) await grownOld(payment_id)
      await sql("update gw_payment set next_check_at = now() where status = 'unknown'")
      await sql("update gw_card_token set next_check_at = now() where status = 'unknown'")
      await eventuallyRunning(["reconcile-payments", "reconcile-cards"], async () => {
        const [open] = await sql(
          `select 1 from gw_bank_operation where payment_id = any($1) and status <> 'done'
           union all select 1 from gw_payment where id = any($2) and status = 'unknown'
           union all select 1 from gw_card_token where status = 'unknown'`,
          [
            [refundable.payment_id, capturable.payment_id, voidable.payment_id],
            [created.payment_id, charged.payment_id],
          ]
        )
        return open ? undefined : true
      })
      await endFeed()
    })

    it("is one refund, at the bank and in Medusa [BANK-43]", async () => {
      await performEffects(refundable.payment_id)
      expect((await ledgerOf(refundable.payment_id)).amounts.refunded).toBe(3000)
      expect(refundsOf(await orderNumber(refundable.shop_order_id))).toEqual([30])
    })

    it("is one capture, at the bank and in Medusa [BANK-43]", async () => {
      await performEffects(capturable.payment_id)
      expect((await ledgerOf(capturable.payment_id)).captures.map(({ amount }) => amount)).toEqual([2500])
      expect(capturesOf(await orderNumber(capturable.shop_order_id))).toEqual([25])
    })

    it("is a void [BANK-43]", async () => {
      expect((await ledgerOf(voidable.payment_id)).status).toBe("voided")
      expect(await statusOf(voidable.payment_id)).toBe("voided")
    })

    it("is one charge and one payment that waits for the customer [BANK-43]", async () => {
      expect((await ledgerOf(charged.payment_id)).amounts.captured).toBe(1500)
      expect(await statusOf(charged.payment_id)).toBe("captured")
      expect(await statusOf(created.payment_id)).toBe("requires_action")
    })

    it("is one page for saving the card [BANK-43]", async () => {
      expect(await tokensAtBank(tokenized)).toHaveLength(1)
      expect((await cardRow(tokenized)).status).toBe("requires_action")
    })
  })
})

describe("a call that reconciliation repeats", () => {
  it("keeps its first idempotency key, and a rejected repeat does not count as its outcome [BANK-43]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
    const { task_id, artifacts } = await agent.createPayment()
    const { payment_id, shop_order_id, sca_redirect_url } = artifacts
    await authenticate(sca_redirect_url)
    await agent.settled(task_id)
    await performEffects(payment_id)
    const { id } = await ledgerOf(payment_id)
    const refunds = async () =>
      (await callsSince()).filter(({ method, path }) => method === "POST" && path.includes(`${id}/refunds`))
    await fault({ scope: { operation: "refund" }, api: { status: 503 } })
    await agent.send("refund_payment", { payment_id, amount: 500 })
    const first = await refunds()
    await clearFaults()
    await fault({ scope: { operation: "refund" }, api: { status: 429 } })
    await resolveUncertainCalls(payment_id)
    expect((await refunds()).slice(first.length).map(({ status }) => status)).toContain(429)
    expect(await operationsOf(payment_id)).toEqual(["refund unknown"])
    await clearFaults()
    await resolveUncertainCalls(payment_id)
    await performEffects(payment_id)
    expect(await operationsOf(payment_id)).toEqual(["refund done"])
    expect(new Set((await refunds()).map(({ idempotency_key }) => idempotency_key)).size).toBe(1)
    expect(refundsOf(await orderNumber(shop_order_id))).toEqual([5])
  })
})

describe("a call that two servers resolve at once", () => {
  const SLOWLY = { scope: { operation: "query" }, api: { latency_ms: 3000 } }
  let payment_id: string
  let refunds: () => Promise<number>

  /** A refund with an unknown outcome, at a bank that answers queries slowly. */
  beforeEach(async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
    const { task_id, artifacts } = await agent.createPayment()
    ;({ payment_id } = artifacts)
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    await performEffects(payment_id)
    const { id } = await ledgerOf(payment_id)
    refunds = async () =>
      (await callsSince()).filter(({ method, path }) => method === "POST" && path.includes(`${id}/refunds`))
        .length
    await fault({ scope: { operation: "refund" }, api: { status: 503 } })
    await agent.send("refund_payment", { payment_id, amount: 500 })
    await clearFaults()
    await fault(SLOWLY)
  })
  afterEach(clearFaults)

  /** Resolves the refund by a slow query, and changes its row meanwhile, as another server does. */
  async function resolveBeside(change: string): Promise<void> {
    await grownOld(payment_id)
    const resolving = resolveUncertainCalls(payment_id)
    const taken = "status = 'unknown' and updated_at > now() - interval '15 seconds'"
    await eventually(
      async () =>
        (await sql(`select 1 from gw_bank_operation where payment_id = $1 and ${taken}`, [payment_id]))[0]
    )
    await sql(`update gw_bank_operation set ${change} where payment_id = $1`, [payment_id])
    await resolving
  }

  it("is not repeated by one that has queried the bank before the other gave it up [BANK-43]", async () => {
    const before = await refunds()
    await resolveBeside("status = 'refused', error_code = 'not_executed'")
    expect(await operationsOf(payment_id)).toEqual(["refund refused"])
    expect(await refunds()).toBe(before)
  })

  it("is not given up by one after it was requested again [BANK-43]", async () => {
    await sql(
      "update gw_bank_operation set created_at = created_at - interval '3 minutes' where payment_id = $1",
      [payment_id]
    )
    await resolveBeside("status = 'requested', created_at = now(), updated_at = now()")
    expect(await operationsOf(payment_id)).toEqual(["refund requested"])
    await sql("update gw_bank_operation set status = 'unknown' where payment_id = $1", [payment_id])
    await clearFaults()
    await eventually(async () => {
      await resolveUncertainCalls(payment_id)
      return (await operationsOf(payment_id))[0] === "refund done" || undefined
    })
  })
})

describe("a call whose idempotency key is in use at the bank", () => {
  it("is not treated as rejected: the same call is repeated and answered [BANK-43]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await fault({ scope: { operation: "create", times: 1 }, api: { status: 409 } })
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "EUR" })
    expect(body.result).toMatchObject({ state: "input-required" })
  })
})

describe("a void of what a capture has left, whose answer is lost", () => {
  afterEach(clearFaults)

  it("is done when the bank's notification reports it [BANK-43]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:capture")
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    const { payment_id, sca_redirect_url, shop_order_id } = artifacts
    await authenticate(sca_redirect_url)
    await agent.settled(task_id)
    await performEffects(payment_id)
    await agent.send("capture_payment", { payment_id, amount: 2500, final: false })
    await performEffects(payment_id)
    const api = { execute_then_fail: true, status: 503 }
    await fault({ scope: { operation: "void", times: 1 }, api })
    await fault({ scope: { operation: "void" }, api: { status: 429 } })
    expect((await adminPost(`/admin/orders/${(await orderNumber(shop_order_id)).id}/cancel`)).status).toBe(
      200
    )
    // The rest is voided a minute after the refund that Medusa makes.
    await sql(
      "update gw_bank_operation set created_at = created_at - interval '2 minutes' where payment_id = $1",
      [payment_id]
    )
    await eventuallyRunning(["reconcile-payments"], async () => {
      const made = (await operationsOf(payment_id)).find((one) => one.startsWith("void"))
      return made && made !== "void requested" ? true : undefined
    })
    expect(await operationsOf(payment_id)).toContain("void done")
    expect(await statusOf(payment_id)).toBe("captured")
  })
})
