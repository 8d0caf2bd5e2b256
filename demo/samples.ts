import { randomUUID } from "node:crypto"
import { expectJson, expectMember } from "./agent/answers"
import { authorize, register } from "./agent/authorize"
import { rpcAt } from "./agent/rpc"
import { type Talk, talkThrough } from "./agent/talk"
import type { AgentResult } from "./agent"
import type { DemoAddresses } from "./environment"
import { ADMIN, CUSTOMER } from "./shop/logins"
import { adminHeaders } from "./surfaces"

/** Above this amount, in minor units, the demo's agents need the merchant's approval: 100.00 EUR. */
const APPROVAL = { currency: "EUR", approval_above: 10_000 }
const REQUEST = { amount: 24_900, currency: "EUR", description: "Two brass lamps for the office" }

const UCP_AGENT = {
  client_name: "Sample shopping assistant",
  client_type: "ucp_platform",
  scopes: ["dev.ucp.shopping.order:manage"],
}

/**
 * Creates sample data for the admin pages, if it does not exist yet: a payment of the sample agent that waits for
 * approval, and a webhook of another agent with a delivery. Prints nothing.
 */
export async function makeSamples(at: DemoAddresses, agent: AgentResult): Promise<void> {
  const talk = talkThrough(() => undefined)
  const headers = await adminHeaders(at.store, ADMIN)
  const isEmpty = async (list: string) => {
    const answer = await talk("GET", `${at.store}/admin/agentic-commerce/${list}?limit=1`, { headers })
    const rows = expectJson(answer, 200, `The list of ${list}`)[list]
    return Array.isArray(rows) && rows.length === 0
  }
  if (await isEmpty("approvals")) await requestApproval(at, agent, headers, talk)
  if (await isEmpty("webhooks")) await subscribe(at, headers, talk)
}

async function requestApproval(
  at: DemoAddresses,
  { client_id, rpc_url, access_token }: AgentResult,
  headers: Record<string, string>,
  talk: Talk
): Promise<void> {
  const rules = { json: { spending: { rules: [APPROVAL] } }, headers }
  const url = `${at.store}/admin/agentic-commerce/clients/${client_id}`
  expectJson(await talk("POST", url, rules), 200, "The agent's spending rules")
  const customer = { email: "ana.pop@example.com", name: "Ana Pop" }
  const input = { ...REQUEST, customer, order_reference: "office-lamps", mode: "redirect" }
  const params = { skill_id: "create_payment", input, idempotency_key: randomUUID() }
  await rpcAt(rpc_url, access_token, talk)("tasks/send", params)
}

async function subscribe(
  at: DemoAddresses,
  staff: Readonly<Record<string, string>>,
  talk: Talk
): Promise<void> {
  const metadata = await talk("GET", `${at.store}/.well-known/oauth-authorization-server`)
  const server = expectJson(metadata, 200, "The authorization server's metadata")
  const client = await register(server, talk, UCP_AGENT)
  const approval = `${at.store}/admin/agentic-commerce/clients/${client.client_id}/approve`
  expectJson(await talk("POST", approval, { headers: staff }), 200, "The approval of the agent")
  const { access_token } = await authorize(server, client, CUSTOMER, talk, UCP_AGENT)
  const headers = { authorization: `Bearer ${access_token}`, "idempotency-key": randomUUID() }
  const json = { url: `${at.receiver}/webhooks`, description: "Orders of the sample shopping assistant" }
  const answer = await talk("POST", `${at.store}/gw-ucp/v1/webhooks`, { json, headers })
  expectMember(expectJson(answer, 201, "The webhook"), "id", "The webhook")
}
