import { asObject, expectJson, expectMember, type Json } from "./agent/answers"
import { authorize, register } from "./agent/authorize"
import { findOrder } from "./agent/find-order"
import { runMcpAgent } from "./agent/mcp/run-mcp-agent"
import { AGENT_USAGE, readAgentArguments } from "./agent/options"
import { createPayment, PAYMENT, type WaitingPayment } from "./agent/create-payment"
import { payAtBank } from "./agent/pay-at-bank"
import { isPageOfStore, payOnPage } from "./agent/pay-on-page"
import { REFUND, requestRefund } from "./agent/refund"
import { type Rpc, rpcAt } from "./agent/rpc"
import { type Talk, talkThrough } from "./agent/talk"
import { followTask, WAIT_MS } from "./agent/task-stream"
import { DemoFailure, describeFailure } from "./failure"
import { ADMIN, CUSTOMER, type Login } from "./shop/logins"

/** The store to pay in, the merchant's login for the consent, and the function that prints the progress. */
export interface AgentOptions {
  baseUrl: string
  admin: Login
  log: (line: string) => void
  /** A person pays on the payment's page, instead of this script. */
  is_person?: boolean
}

/** The data for further requests by hand: the client, the endpoint, its bearer token, and the finished task. */
export interface AgentResult {
  client_id: string
  rpc_url: string
  access_token: string
  task_id: string
}

/**
 * The sample agent. It knows only the store's URL, pays end to end over HTTP and refunds a part. This script also plays
 * the merchant and the customer, who would be people. Throws one sentence with the step that failed.
 */
export async function runAgent({ baseUrl, admin, log, is_person }: AgentOptions): Promise<AgentResult> {
  const talk = talkThrough(log)
  const { rpc, rpc_url, access_token: token, client_id } = await connectAgent({ baseUrl, admin, log }, talk)
  log("\n[agent] requests a payment of 15.00 EUR")
  const payment = await createPayment(rpc)
  const page = payment.sca_redirect_url
  if (is_person) log(`\n[shopper] is you: pay on ${page} within 15 minutes`)
  else {
    log(`\n[shopper] opens ${page} (played by this script) and pays with a test card`)
    await (isPageOfStore(page) ? payOnPage(page, talk) : payAtBank(page, talk))
  }
  log("\n[agent] follows its task until the order is paid")
  await completed(payment.stream_url)
  await rpc("tasks/get", { task_id: payment.task_id })
  log("\n[merchant] looks at the order in the store")
  log(summary(payment, await orderWith("captured")))
  log(`\n[agent] refunds ${euros(REFUND.amount)}`)
  await completed(await requestRefund(rpc, payment.payment_id))
  log("\n[merchant] looks at the order again")
  const { payment_status } = await orderWith("partially_refunded")
  log(`\n  Refunded   ${euros(REFUND.amount)}, payment ${payment_status}\n`)
  return { client_id, rpc_url, access_token: token, task_id: payment.task_id }

  async function completed(stream_url: string): Promise<void> {
    const { state, artifacts } = await followTask(
      stream_url,
      token,
      log,
      WAIT_MS[is_person ? "person" : "script"]
    )
    if (state !== "completed")
      throw new DemoFailure(`The task ended ${String(state)}: ${JSON.stringify(artifacts)}`)
  }

  async function orderWith(payment_status: string): Promise<Json> {
    const order = await findOrder(baseUrl, payment.shop_order_id, admin, talk)
    if (order.payment_status === payment_status) return order
    throw new DemoFailure(
      `The task is completed, but the payment of the order is ${String(order.payment_status)}.`
    )
  }
}

/** An amount in minor units, as the demo's agent pays. */
const euros = (amount: number) => `${(amount / 100).toFixed(2)} ${PAYMENT.currency}`

/** A registered client with the merchant's consent. */
interface ConnectedAgent {
  client_id: string
  rpc_url: string
  access_token: string
  rpc: Rpc
}

/** Discovers the store, registers a client and gets the merchant's consent, which this script gives. */
export async function connectAgent(
  { baseUrl, admin, log }: AgentOptions,
  talk: Talk
): Promise<ConnectedAgent> {
  log("\n[agent] discovers the store")
  const card = expectJson(await talk("GET", `${baseUrl}/.well-known/agent-card.json`), 200, "The agent card")
  const metadata = await talk("GET", `${baseUrl}/.well-known/oauth-authorization-server`)
  const server = expectJson(metadata, 200, "The authorization server's metadata")
  log("\n[agent] registers as a client")
  const client = await register(server, talk)
  log("\n[agent] requests access; this script also plays the merchant, who logs in and consents")
  const { access_token } = await authorize(server, client, admin, talk)
  const rpc_url = rpcAddress(card)
  return { client_id: client.client_id, rpc_url, access_token, rpc: rpcAt(rpc_url, access_token, talk) }
}

/** A curl command that repeats the agent's last request, ready to paste. */
export function describeNextCall({ rpc_url, access_token, task_id }: AgentResult): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id } })
  const headers = `-H 'authorization: Bearer ${access_token}' -H 'content-type: application/json'`
  return `Go on with the agent's token:\n\n  curl -s ${headers} -d '${body}' ${rpc_url}\n`
}

/**
 * The URL of the JSON-RPC endpoint. Cards list the preferred interface first; older cards have one `url` at the top
 * level.
 */
function rpcAddress(card: Json) {
  const [preferred] = Array.isArray(card.supportedInterfaces) ? card.supportedInterfaces.map(asObject) : []
  return expectMember(preferred ?? card, "url", "The agent card")
}

function summary({ task_id, shop_order_id }: WaitingPayment, order: Json) {
  return `
  Task       ${task_id}, completed
  Order      #${shop_order_id} (${order.id})
  Requested  ${euros(PAYMENT.amount)}
  Order is   ${Number(order.total).toFixed(2)} ${String(order.currency_code).toUpperCase()}, payment ${order.payment_status}
`
}

async function main() {
  const given = readAgentArguments(process.argv.slice(2))
  if (!given) return console.log(AGENT_USAGE)
  const { url: baseUrl, request, is_person } = given
  if (request !== undefined) {
    await runMcpAgent({ baseUrl, customer: CUSTOMER, request, log: console.log })
    return
  }
  console.log(describeNextCall(await runAgent({ baseUrl, admin: ADMIN, log: console.log, is_person })))
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(`\n${describeFailure(error)}`)
    process.exitCode = 1
  })
}
