import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { Agent, eventually } from "../support/agent"
import { clearFaults, fault, withoutEventFeed } from "../support/bank-ledger"
import { CARD_INPUT, cardRow, createSavedCard, tokenize, tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS, authenticate } from "../support/shopper"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
})
afterEach(() => clearFaults())

describe("tokenize_card", () => {
  it("returns the bank's page for the customer and charges nothing [A2A-45, AUTH-12]", async () => {
    const before = await rowCounts()
    const task = await tokenize(agent, { usage: "unscheduled", terms: { max_amount: 5000 } })
    expect(task).toMatchObject({ skill_id: "tokenize_card", state: "input-required" })
    expect(Object.keys(task.artifacts)).toEqual(["sca_redirect_url"])
    expect(task.artifacts.sca_redirect_url).toMatch(new RegExp(`^${world().simulator_url}/sca/`))
    expect(await tokensAtBank(task.task_id)).toMatchObject([
      { status: "requires_action", ...CARD_INPUT, usage: "unscheduled", terms: { max_amount: 5000 } },
    ])
    expect(await rowCounts()).toEqual({
      ...before,
      gw_task: before.gw_task + 1,
      gw_card_token: before.gw_card_token + 1,
    })
  })

  it("completes once the bank confirms the card, and returns it under an id of the gateway's own [A2A-45]", async () => {
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url, "approve", CARDS.mastercard)
    const task = await agent.settled(task_id)
    expect(task.state).toBe("completed")
    expect(task.artifacts.card).toEqual({
      token_id: expect.stringMatching(/^card_[0-9a-f]{24}$/) as string,
      brand: "mastercard",
      last4: "4444",
      exp_month: 12,
      exp_year: new Date().getFullYear() + 3,
      status: "active",
      usage: "recurring",
    })
    const [token] = await tokensAtBank(task_id)
    expect(JSON.stringify(task)).not.toContain(token?.id)
  })

  it("sends every state in the stream, in order [A2A-45]", async () => {
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const frames = await (await agent.stream(task_id)).text()
    const states = [...frames.matchAll(/event: task\.status\ndata: .*?"state":"([a-z-]+)"/g)]
    expect(states.map(([, state]) => state)).toEqual(["working", "input-required", "completed"])
  })

  it.each([
    ["declined by the bank", "approve", CARDS.do_not_honor, "do_not_honor"],
    ["not authenticated", "decline", CARDS.approved, "sca_failed"],
    ["canceled by the customer", "cancel", CARDS.approved, "sca_abandoned"],
    ["not finished in time", "timeout", CARDS.approved, "sca_abandoned"],
  ] as const)("fails with the reason when it is %s [A2A-45]", async (_, action, card, code) => {
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url, action, card)
    const task = await agent.settled(task_id)
    expect([task.state, task.artifacts.error?.code, task.artifacts.card]).toEqual(["failed", code, undefined])
  })

  it("fails the task when the bank refuses to open its page [A2A-47]", async () => {
    await fault({ scope: { operation: "token", times: 1 }, api: { status: 422 } })
    const task = await tokenize(agent)
    expect(task).toMatchObject({ state: "failed", artifacts: { error: { code: "card_not_saved" } } })
  })

  const refused: [string, Record<string, unknown>, string][] = [
    ["no customer_reference", { customer_reference: undefined }, "customer_reference"],
    ["an empty customer_reference", { customer_reference: "" }, "customer_reference"],
    ["a customer_reference of 101 characters", { customer_reference: "x".repeat(101) }, "customer_reference"],
    ["no currency", { currency: undefined }, "currency"],
    ["a lowercase currency", { currency: "eur" }, "currency"],
    ["a currency the store does not sell in", { currency: "CHF" }, "currency"],
    ["an unknown usage", { usage: "sometimes" }, "usage"],
    ["a limit of 0", { terms: { max_amount: 0 } }, "terms.max_amount"],
    ["a string as the limit", { terms: { max_amount: "5000" } }, "terms.max_amount"],
    ["a frequency of half a day", { terms: { frequency_days: 0.5 } }, "terms.frequency_days"],
    ["an invalid time as the end", { terms: { expires_at: "soon" } }, "terms.expires_at"],
    ["unknown terms", { terms: { per_month: 1 } }, "terms.per_month"],
    ["unknown members", { amount: 100 }, "amount"],
  ]
  it.each(refused)(
    "rejects %s as invalid_params, and writes nothing [A2A-34, A2A-35]",
    async (_, change, path) => {
      const before = await rowCounts()
      const { status, body } = await agent.send("tokenize_card", { ...CARD_INPUT, ...change })
      expect(status).toBe(200)
      expect(body.error).toMatchObject({ code: -32602, data: { code: "invalid_params" } })
      expect((body.error.data.issues as { path: string }[]).map((issue) => issue.path)).toContain(path)
      expect(await rowCounts()).toEqual(before)
    }
  )

  it("is rejected without its own scope [AUTH-12]", async () => {
    const other = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { status, body } = await other.send("tokenize_card", CARD_INPUT)
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: -32002,
      data: { code: "scope_denied", required_scope: "a2a:payments:tokenize" },
    })
  })

  it("returns the same task for the same key and input, also when 20 requests arrive at once [A2A-22]", async () => {
    const before = await rowCounts()
    const send = () => agent.send("tokenize_card", CARD_INPUT, "keep-twenty")
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(answers.map(({ body }) => body.result.task_id)).size).toBe(1)
    expect((await rowCounts()).gw_card_token).toBe(before.gw_card_token + 1)
    expect(await tokensAtBank(answers[0]?.body.result.task_id ?? "")).toHaveLength(1)
    const other = await agent.send("tokenize_card", { ...CARD_INPUT, usage: "unscheduled" }, "keep-twenty")
    expect(other.body.error.data.code).toBe("idempotency_conflict")
  })
})

describe("tasks/cancel of a task that waits for a card", () => {
  it("closes the bank's page first, then cancels the task [A2A-19]", async () => {
    const { task_id, artifacts } = await tokenize(agent)
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.result).toMatchObject({ task_id, state: "canceled" })
    expect(await tokensAtBank(task_id)).toMatchObject([{ status: "revoked" }])
    await expect(authenticate(artifacts.sca_redirect_url)).rejects.toThrow("410")
  })

  it("is rejected once the card is saved, and the card stays saved [A2A-19]", async () => {
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.error).toMatchObject({ code: -32004, data: { code: "task_not_cancelable" } })
    expect(await tokensAtBank(task_id)).toMatchObject([{ status: "active" }])
  })

  it("has one winner when the customer confirms and the agent cancels at once: saved or canceled, never both [A2A-19]", async () => {
    for (const _ of [1, 2, 3, 4]) {
      const { task_id, artifacts } = await tokenize(agent)
      await Promise.allSettled([
        agent.call("tasks/cancel", { task_id }),
        authenticate(artifacts.sca_redirect_url),
      ])
      const { state } = await agent.settled(task_id)
      const [token] = await tokensAtBank(task_id)
      expect([state, token?.status]).toEqual(
        state === "canceled" ? ["canceled", "revoked"] : ["completed", "active"]
      )
    }
  })

  it("answers task_not_found to another client [A2A-19]", async () => {
    const { task_id } = await tokenize(agent)
    const stranger = await Agent.withScopes("a2a:payments:tokenize")
    const { body } = await stranger.call("tasks/cancel", { task_id })
    expect(body.error.data.code).toBe("task_not_found")
    expect((await cardRow(task_id)).status).toBe("requires_action")
  })

  it("is retried when the bank does not answer, until the page is closed and the task canceled [A2A-19]", async () => {
    const { task_id } = await tokenize(agent)
    await fault({ scope: { operation: "token", times: 1 }, api: { status: 503 } })
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.error.data.code).toBe("bank_unavailable")
    expect((await agent.settled(task_id)).state).toBe("canceled")
    expect(await tokensAtBank(task_id)).toMatchObject([{ status: "revoked" }])
  })
})

describe("the page a customer returns to after saving a card", () => {
  const page = async (task_id: string, query = "") => {
    const response = await fetch(`${world().base_url}/gw-a2a/v1/sca/return/${task_id}${query}`)
    return (await response.text()).match(/data-outcome="(\w+)">\s*<h1>([^<]+)/)?.slice(1)
  }

  it("queries the bank and ignores its query parameters [A2A-50, A2A-51, A2A-52, A2A-53]", async () => {
    onTestFinished(await withoutEventFeed())
    const { task_id, artifacts } = await tokenize(agent)
    expect(await page(task_id, "?gwb_token=tok_1&gwb_result=approved")).toEqual([
      "waiting",
      "Waiting for the bank",
    ])
    expect((await agent.getTask(task_id)).state).toBe("input-required")
    await fault({ ipn: { drop: true } })
    await authenticate(artifacts.sca_redirect_url)
    expect((await agent.getTask(task_id)).state).toBe("input-required")
    // The bank was queried a moment ago; the next query follows after two seconds.
    const statuses = await eventually(async () => {
      const words = await page(task_id, "?gwb_result=declined")
      return words?.[0] === "waiting" ? undefined : words
    })
    expect(statuses).toEqual(["confirmed", "Card saved"])
    expect((await agent.getTask(task_id)).state).toBe("completed")
  })

  it("shows when the card was not saved [A2A-52]", async () => {
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url, "cancel")
    expect(await page(task_id, "?gwb_result=approved")).toEqual(["failed", "Card not saved"])
  })
})

it("another client cannot read the task of a saved card", async () => {
  const { token_id } = await createSavedCard(agent)
  const stranger = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
  const [task] = await sql<{ id: string }>("select id from gw_task where waits_for = $1", [token_id])
  const { body } = await stranger.call("tasks/get", { task_id: task?.id })
  expect(body.error.data.code).toBe("task_not_found")
})

type Counted = "gw_task" | "gw_card_token" | "gw_payment" | "order"
async function rowCounts(): Promise<Record<Counted, number>> {
  const [row] = await sql<Record<Counted, number>>(
    `select (select count(*) from gw_task)::int gw_task, (select count(*) from gw_card_token)::int gw_card_token,
            (select count(*) from gw_payment)::int gw_payment, (select count(*) from "order")::int "order"`
  )
  if (!row) throw new Error("no counts")
  return row
}
