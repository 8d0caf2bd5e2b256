import { Agent, type Task } from "./agent"
import { type Order, orderNumber } from "./merchant"
import { switchSurfaces } from "./oauth-client"
import { authenticate } from "./shopper"

/** An agent that may create and read payments, in a store with the A2A surface on. */
export async function payingAgent(): Promise<Agent> {
  await switchSurfaces({ a2a_enabled: true })
  return Agent.withScopes("a2a:payments:read", "a2a:payments:create")
}

/** A payment, by default of 100.00 EUR, that the customer authenticated and the store has settled. */
export async function paid(agent: Agent, input: Record<string, unknown> = {}, card?: string): Promise<Task> {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, ...input })
  await authenticate(artifacts.sca_redirect_url, "approve", card)
  return agent.settled(task_id)
}

/** A payment of 100.00 EUR that the customer authenticated and staff or the agent can capture or void. */
export const authorized = (agent: Agent): Promise<Task> => paid(agent, { capture: "manual" })

export const idOf = ({ artifacts }: Pick<Task, "artifacts">): string => artifacts.payment_id

/** The order of a payment as it is now. */
export function orderOf({ artifacts }: Task): Promise<Order> {
  return orderNumber(artifacts.shop_order_id)
}
