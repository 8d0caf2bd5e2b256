import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import {
  APPROVALS,
  type ApprovalList,
  allow,
  approvalsOf,
  decide,
  decided,
  waitingOf,
} from "../support/approvals"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { createSavedCard } from "../support/cards"
import { sql } from "../support/database"
import { runJobAlone } from "../support/jobs"
import { adminFetch, adminGet, adminPost, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { newClient, oldClient, type OfficialClient } from "../support/official-clients"
import { refusalsOf } from "../support/policy"
import { CARDS, authenticate } from "../support/shopper"
import { world } from "../support/world"

const SCOPES = ["read", "create", "tokenize"].map((right) => `a2a:payments:${right}`)

let agent: Agent
beforeAll(() => switchSurfaces({ a2a_enabled: true }))
beforeEach(async () => {
  agent = await Agent.withScopes(...SCOPES)
  await allow(agent.client_id, { approval_above: 1000 })
})
afterEach(() => switchSurfaces({ agents_stopped: false }))

type WaitingTask = Task & { artifacts: { approval: { id: string; status: string; expires_at: string } } }

/** A task for a payment of 15.00 EUR that waits for the merchant's approval. */
async function waiting(more: object = {}): Promise<WaitingTask> {
  const task = await agent.createPayment({ amount: 1500, ...more })
  expect(task.state).toBe("input-required")
  return task as WaitingTask
}

/** The task once the customer can pay. */
const payable = (task_id: string) =>
  eventually(async () => {
    const task = await agent.getTask(task_id)
    return task.artifacts.sca_redirect_url ? task : undefined
  })

const paymentsOf = (client_id = agent.client_id) =>
  sql<{ id: string; status: string }>("select id, status from gw_payment where client_id = $1", [client_id])

describe("a payment above the approval threshold", () => {
  it("waits in input-required and creates nothing in the store or at the bank; a payment at the threshold proceeds [TASK-06]", async () => {
    const { task_id, artifacts } = await waiting({ order_reference: "W-1" })
    expect(artifacts).toEqual({
      approval: {
        id: expect.stringMatching(/^apr_[0-9a-f]{24}$/) as string,
        status: "waiting",
        amount: 1500,
        currency: "EUR",
        expires_at: expect.any(String) as string,
      },
    })
    const left = Date.parse(artifacts.approval.expires_at) - Date.now()
    expect(left / 3_600_000).toBeCloseTo(24, 1)
    expect(await paymentsOf()).toEqual([])
    expect(await waitingOf(agent.client_id)).toMatchObject({
      id: artifacts.approval.id,
      task_id,
      amount: 1500,
      currency: "EUR",
      order_reference: "W-1",
      status: "waiting",
      decided_by: null,
    })
    expect((await agent.createPayment({ amount: 1000 })).artifacts.sca_redirect_url).toBeDefined()
  })

  it("continues after approval: the customer pays, and one order is announced once [TASK-07, ADM-15]", async () => {
    const { task_id, artifacts } = await waiting({ customer: { email: "ana@buyers.example" } })
    const approved = await decided(artifacts.approval.id, "approve", { note: "known customer" })
    expect(approved).toMatchObject({ status: "approved", note: "known customer", amount: 1500 })
    expect(approved.decided_by_email).toMatch(/@/)
    const task = await payable(task_id)
    expect([task.state, task.artifacts.payment_id]).toEqual(["input-required", approved.payment_id])
    expect(task.artifacts).toMatchObject({ approval: { status: "approved" } })
    expect(JSON.stringify(task)).not.toContain("known customer")
    await authenticate(task.artifacts.sca_redirect_url)
    expect((await agent.settled(task_id)).state).toBe("completed")
    await performEffects(task.artifacts.payment_id)
    const order = await orderNumber(task.artifacts.shop_order_id)
    expect([order.payment_status, order.total, timesPlaced(order)]).toEqual(["captured", 15, 1])
    expect((await paymentsOf()).map(({ status }) => status)).toEqual(["captured"])
  })

  it("shows each step in the task's stream", async () => {
    const { task_id, artifacts } = await waiting()
    await decided(artifacts.approval.id, "approve")
    const { artifacts: made } = await payable(task_id)
    await authenticate(made.sca_redirect_url)
    await agent.settled(task_id)
    const events = (await (await agent.stream(task_id)).text())
      .split("\n")
      .filter((line) => line.startsWith("data: "))
      .map((line) => JSON.parse(line.slice(6)) as { state: string; artifacts?: Task["artifacts"] })
    expect(events.map(({ state }) => state).filter((state, i, all) => state !== all[i - 1])).toEqual([
      "submitted",
      "working",
      "input-required",
      "completed",
    ])
    const steps = await sql<{ type: string; state: string; shows: string }>(
      `select type, state, concat_ws(' ', artifacts -> 'approval' ->> 'status',
              case when artifacts ->> 'sca_redirect_url' is not null then 'link' end) as shows
         from gw_task_event where task_id = $1 order by seq`,
      [task_id]
    )
    expect(steps.map(({ type, state, shows }) => `${type} ${state} ${shows}`.trim()).slice(0, -2)).toEqual([
      "task submitted",
      "task.status working",
      "task.artifact working waiting",
      "task.status input-required waiting",
      "task.artifact input-required approved",
      "task.artifact input-required approved link",
      "task.status input-required approved link",
    ])
  })

  it("with a saved card is charged after approval, or fails with the bank's reason", async () => {
    const { token_id } = await createSavedCard(agent)
    const declining = await createSavedCard(agent, CARDS.declines_first_charge)
    const charge = async (id: string) => {
      const input = { token_id: id, amount: 1500, currency: "EUR" }
      const { body } = await agent.send("recurrent_charge", input)
      expect(body.result.state).toBe("input-required")
      await decided((await waitingOf(agent.client_id)).id, "approve")
      return agent.settled(body.result.task_id)
    }
    expect(await charge(token_id)).toMatchObject({
      state: "completed",
      artifacts: { payment: { status: "captured", captured_amount: 1500 }, approval: { status: "approved" } },
    })
    expect(await charge(declining.token_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "insufficient_funds" } },
    })
  })

  it("fails when it is rejected or its approval expires, and nothing is created [ADM-15]", async () => {
    const refused = await waiting()
    expect(await decided(refused.artifacts.approval.id, "refuse", { note: "no" })).toMatchObject({
      status: "refused",
      note: "no",
    })
    expect(await agent.getTask(refused.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "approval_refused" }, approval: { status: "refused" } },
    })
    const late = await waiting()
    await sql("update gw_approval set expires_at = now() where id = $1", [late.artifacts.approval.id])
    expect((await decide(late.artifacts.approval.id, "approve")).status).toBe(400)
    await runJobAlone("end-interrupted")
    expect(await agent.settled(late.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "approval_expired" }, approval: { status: "expired" } },
    })
    expect(await paymentsOf()).toEqual([])
    expect(
      await sql("select id from gw_approval where client_id = $1 and requested is not null", [
        agent.client_id,
      ])
    ).toEqual([])
  })

  it("needs no decision after the agent cancels, and can also be canceled after approval", async () => {
    const first = await waiting()
    const cancel = async (task_id: string) => (await agent.call("tasks/cancel", { task_id })).body
    expect((await cancel(first.task_id)).result).toMatchObject({
      state: "canceled",
      artifacts: { approval: { status: "canceled" } },
    })
    expect((await decide(first.artifacts.approval.id, "approve")).status).toBe(400)
    expect((await cancel(first.task_id)).error.data.code).toBe("task_not_cancelable")
    const second = await waiting()
    await decided(second.artifacts.approval.id, "approve")
    expect((await cancel(second.task_id)).result.state).toBe("canceled")
    for (const { id, status } of await paymentsOf()) {
      expect(status).toBe("canceled")
      expect((await ledgerOf(id)).status).toBe("canceled")
    }
  })

  it("returns the same task for the same key and requests one approval", async () => {
    const send = () => agent.send("create_payment", { amount: 1500, currency: "EUR" }, "one approval")
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    expect(new Set(answers.map(({ body }) => body.result.task_id)).size).toBe(1)
    expect(await approvalsOf(agent.client_id)).toHaveLength(1)
  })

  it("uses no budget while it waits, and is checked against the limits when it starts", async () => {
    await allow(agent.client_id, { approval_above: 1000, max_per_day: 2000 })
    const { task_id, artifacts } = await waiting()
    await agent.createPayment({ amount: 1000 })
    await decided(artifacts.approval.id, "approve")
    expect(await agent.settled(task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "spending_limit", limit: "per_day", left: 1000 } },
    })
    expect(await refusalsOf(agent.client_id)).toEqual({ spending_limit: 1 })
    expect(await paymentsOf()).toHaveLength(1)
  })

  it("cannot be approved while all agents are stopped or after its client is revoked", async () => {
    const { artifacts } = await waiting()
    const { id } = artifacts.approval
    await switchSurfaces({ agents_stopped: true })
    expect((await decide(id, "approve")).status).toBe(400)
    await switchSurfaces({ agents_stopped: false })
    await adminPost(`/admin/agentic-commerce/clients/${agent.client_id}/revoke`, { reason: "test" })
    const refused = await decide(id, "approve")
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("may not pay now")])
    expect(await decided(id, "refuse")).toMatchObject({ status: "refused" })
    expect(await paymentsOf()).toEqual([])
  })
})

describe("simultaneous decisions", () => {
  it("let one of ten approvals succeed, which creates one payment [ADM-15]", async () => {
    const { task_id, artifacts } = await waiting()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => decide(artifacts.approval.id, "approve"))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
    await payable(task_id)
    expect(await paymentsOf()).toHaveLength(1)
  })

  it("let one of approval, rejection and cancellation win, and the payment follows it", async () => {
    for (let round = 0; round < 5; round++) {
      const { task_id, artifacts } = await waiting()
      const { id } = artifacts.approval
      const [approved, refused, canceled] = await Promise.all([
        decide(id, "approve").then(({ ok }) => ok),
        decide(id, "refuse").then(({ ok }) => ok),
        agent.call("tasks/cancel", { task_id }).then(({ body }) => Boolean(body.result)),
      ])
      const [{ status } = { status: "" }] = await approvalsOf(agent.client_id)
      expect([approved, refused]).toEqual([status === "approved", status === "refused"])
      const { state } = await agent.settled(task_id)
      // A task that was approved and then canceled has canceled its payment at the bank.
      expect(state).toBe(status === "refused" && !canceled ? "failed" : "canceled")
      const open = (await paymentsOf()).filter(({ status }) => status !== "canceled")
      expect(open).toEqual([])
    }
  })
})

const CLIENTS: [string, (access_token: string) => Promise<OfficialClient>][] = [
  ["@a2a-js/sdk 1.3 on the wire of 1.0", (token) => newClient(token, "1.0")],
  ["@a2a-js/sdk 1.3 on the wire of 0.3", (token) => newClient(token, "0.3")],
  ["@a2a-js/sdk 0.3.14", oldClient],
]

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  it("shows that the merchant must approve, receives the approval in the same stream, and pays", async () => {
    const client = await connect(agent.access_token)
    const input = { amount: 1500, currency: "EUR" }
    const task = await client.send({ skill_id: "create_payment", input })
    expect([task.state, task.status_data.approval]).toMatchObject(["input-required", { status: "waiting" }])
    let link: unknown
    const states: (string | undefined)[] = []
    for await (const step of client.resubscribe(task.id)) {
      if (!states.length) await decided((await waitingOf(agent.client_id)).id, "approve")
      if (step.state) states.push(step.state)
      if (!link && step.status_data?.sca_redirect_url) {
        link = step.status_data.sca_redirect_url
        await authenticate(String(link))
      }
    }
    expect([states[0], states.at(-1)]).toEqual(["input-required", "completed"])
    expect((await client.get(task.id)).artifacts).toMatchObject({
      approval: { status: "approved" },
      payment: { status: "captured" },
    })
  })
})

describe("the merchant's list of approvals", () => {
  it("is paged, newest first, and filtered by status", async () => {
    const tasks = [await waiting(), await waiting(), await waiting()]
    const ids = tasks.map(({ artifacts }) => artifacts.approval.id).reverse()
    await decided(String(ids[1]), "refuse")
    const at = `${APPROVALS}?client_id=${agent.client_id}&limit=2`
    const one = await adminGet<ApprovalList>(at)
    const two = await adminGet<ApprovalList>(`${at}&cursor=${one.next_cursor}`)
    expect([...one.approvals, ...two.approvals].map(({ id }) => id)).toEqual(ids)
    expect([one.limit, two.next_cursor]).toEqual([2, null])
    expect((await approvalsOf(agent.client_id, "&status=waiting")).map(({ id }) => id)).toEqual([
      ids[0],
      ids[2],
    ])
    for (const { client_id } of (await adminGet<ApprovalList>(`${APPROVALS}?status=refused`)).approvals)
      expect(client_id).toBeTruthy()
  })

  it("is reflected in the audit log: the request, the decision and the staff member", async () => {
    const { artifacts } = await waiting()
    const { id } = artifacts.approval
    await decided(id, "refuse", { note: "not today" })
    const path = `/admin/agentic-commerce/audit?client_id=${agent.client_id}&type=`
    expect(await adminGet(`${path}approval_requested`)).toMatchObject({
      entries: [{ actor_type: null, detail: { id, amount: 1500, currency: "EUR" } }],
    })
    expect(await adminGet(`${path}approval_decided`)).toMatchObject({
      entries: [{ actor_type: "user", detail: { id, status: "refused", note: "not today" } }],
    })
  })

  it.each(["", `/apr_1/approve`, `/apr_1/refuse`])("requires a login at %s", async (path) => {
    const init = path ? { method: "POST", body: "{}" } : {}
    expect((await fetch(`${world().base_url}${APPROVALS}${path}`, init)).status).toBe(401)
  })

  it("answers 404 for an unknown approval", async () => {
    for (const decision of ["approve", "refuse"] as const)
      expect((await decide("apr_000000000000000000000000", decision)).status).toBe(404)
  })

  it.each(["status=open", "limit=0", "limit=101", "cursor=mine", "client=1"])(
    "rejects the query %s",
    async (query) => expect((await adminFetch(`${APPROVALS}?${query}`)).status).toBe(400)
  )

  it("rejects an invalid note and unknown members, and the payment keeps waiting", async () => {
    const { artifacts } = await waiting()
    for (const body of [{ note: "" }, { note: "x".repeat(501) }, { note: 1 }, { reason: "x" }])
      expect((await decide(artifacts.approval.id, "approve", body)).status).toBe(400)
    expect((await waitingOf(agent.client_id)).id).toBe(artifacts.approval.id)
  })
})
