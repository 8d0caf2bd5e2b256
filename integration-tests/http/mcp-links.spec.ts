import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scopesOf } from "../../src/domain/scopes"
import { AcpAgent, paymentFor, VERSION } from "../support/acp"
import { Agent } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import type { Buyer } from "../support/buyer"
import { expectAdvice, type McpResult, newKey } from "../support/mcp"
import { type LinkResponse, newMcpClient } from "../support/mcp-clients"
import { switchSurfaces } from "../support/oauth-client"
import { attemptsOf, expectBoughtOnce } from "../support/purchases"
import { closeAcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"

let buyer: Buyer
let agent: AcpAgent
let item: string
beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop("Lamp behind a link"))
  await switchSurfaces({ a2a_enabled: true, acp_enabled: true })
  agent = await AcpAgent.of()
})
afterAll(closeAcpShop)

/** Calls a tool with a client that asks the person to open the link, to which they respond with `action`. */
async function responding(
  action: LinkResponse,
  { token, path, tool, args }: { token: string; path: string; tool: string; args: object }
): Promise<McpResult & { readonly opened: readonly string[] }> {
  const opened: string[] = []
  const client = await newMcpClient(token, { pin: "2026-07-28" }, { path, opened, action })
  const result = await client.call(tool, args)
  await client.close()
  return { ...result, opened }
}

/** Expects that the only attempt to pay a checkout waits for the customer, at the bank as well; returns its link. */
async function linkOfTheOnlyAttempt(id: string): Promise<string> {
  const [attempt, ...others] = await attemptsOf(id)
  expect([attempt?.status, others]).toEqual(["requires_action", []])
  expect((await ledgerOf(String(attempt?.id))).status).toBe("requires_action")
  return String(attempt?.redirect_url)
}

describe.each(["decline", "cancel"] as const)("a person who responds with %s to the link", (action) => {
  it("gets the waiting checkout with its link, and can still pay it [MCP-10, MCP-12]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const call = { token: buyer.token, path: "/gw-ucp/v1/mcp", tool: "complete_checkout" }
    const waiting = await responding(action, { ...call, args: { ...newKey(), id, checkout: {} } })
    const url = await linkOfTheOnlyAttempt(id)
    expect(waiting.opened).toEqual([url])
    expect(waiting.structuredContent).toMatchObject({ id, status: "requires_escalation", continue_url: url })
    expectAdvice(waiting, { person: "buyer", url, poll: "get_checkout" })
    await authenticate(url)
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("gets the waiting session of ACP with its link, and can still pay it [MCP-10, MCP-46]", async () => {
    const { id } = await agent.ready([[item, 1]])
    const meta = { api_version: VERSION, idempotency_key: randomUUID() }
    const call = { token: agent.token, path: "/gw-acp/v1/mcp", tool: "complete_checkout_session" }
    const waiting = await responding(action, { ...call, args: { meta, id, payload: paymentFor(id) } })
    const url = await linkOfTheOnlyAttempt(id)
    expect(waiting.opened).toEqual([url])
    expect(waiting.structuredContent).toMatchObject({ id, status: "requires_escalation", continue_url: url })
    expectAdvice(waiting, { person: "buyer", url, poll: "get_checkout_session" })
    await authenticate(url)
    const { order } = await agent.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("gets the waiting task of A2A with its link, and can still pay it [MCP-10, MCP-41]", async () => {
    const own = await Agent.withScopes(...scopesOf("a2a"))
    const call = { token: own.access_token, path: "/gw-a2a/v1/mcp", tool: "create_payment" }
    const waiting = await responding(action, {
      ...call,
      args: { ...newKey(), amount: 1500, currency: "EUR" },
    })
    const { task_id, state, artifacts } = waiting.structuredContent as unknown as Waiting
    const { sca_redirect_url: url, payment_id } = artifacts
    expect([state, waiting.opened]).toEqual(["input-required", [url]])
    expectAdvice(waiting, { person: "shopper", url, poll: "get_task" })
    expect((await ledgerOf(payment_id)).status).toBe("requires_action")
    await authenticate(url)
    expect((await own.settled(task_id)).state).toBe("completed")
    const { result } = (await own.send("list_payments", {})).body
    expect(result.artifacts).toMatchObject({ payments: [{ payment_id, captured_amount: 1500 }] })
    expect((result.artifacts as unknown as { payments: object[] }).payments).toHaveLength(1)
  })
})

interface Waiting {
  readonly task_id: string
  readonly state: string
  readonly artifacts: { readonly sca_redirect_url: string; readonly payment_id: string }
}
