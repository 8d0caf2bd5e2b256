import { Storefront } from "../../integration-tests/support/storefront"
import { world } from "../../integration-tests/support/world"
import type { Comparison, Effort } from "../bench"
import { compare } from "../compare"
import { fetchBody, type Target } from "../load"
import { rpc, skill } from "./rpc"

/** The required multiple of the requests per second of Medusa's own read of an order. */
const TARGET = 15

/** `query_payment_status` and `tasks/get`, each against Medusa's read of an order in the same store. */
export async function compareReads(token: string, effort: Effort): Promise<Comparison[]> {
  const peer = await orderRead(effort)
  const query = skill(token, "query_payment_status", { payment_id: "pay_bench_1" })
  const task_id = /"task_id":"(\w+)"/.exec(await fetchContaining(query, "pay_bench_1"))?.[1]
  const get = rpc(token, "tasks/get", { task_id })
  await fetchContaining(get, "pay_bench_1")
  return [
    await compare({ what: "query_payment_status", ours: query, peer, target: TARGET }, effort),
    await compare({ what: "tasks_get", ours: get, peer, target: TARGET }, effort),
  ]
}

/** `GET /store/orders/:id` of an order that was placed through the storefront. */
async function orderRead({ quick }: Effort): Promise<Target> {
  const shop = new Storefront()
  const cart = await shop.fillCart()
  await shop.startPayment(cart.id, {}, "pp_system_default")
  const { order } = await shop.complete(cart.id)
  const read: Target = {
    url: `${world().base_url}/store/orders/${order?.id}`,
    method: "GET",
    headers: { "x-publishable-api-key": world().shop.publishable_key },
    amount: quick ? 60 : 200,
  }
  await fetchContaining(read, String(order?.id))
  return read
}

/** The response, which must contain `expected`: a JSON-RPC error has status 200, too. */
export async function fetchContaining(target: Target, expected: string): Promise<string> {
  const body = await fetchBody(target)
  if (body.includes(expected)) return body
  throw new Error(`${target.url} answered ${body}`)
}
