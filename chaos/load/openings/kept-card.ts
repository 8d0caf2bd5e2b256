import { prove } from "../../../integration-tests/support/shopper"
import { world } from "../../../integration-tests/support/world"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Life, Opened, Opening } from "../life"
import { orderNumbered } from "./agent"

/** An agent has a card kept, and charges it without the shopper. */
export const keptCard: Opening = { name: "kept card charged", weight: 2, open }

const GIVES_UP_AFTER_SECONDS = 90
const SOMETIMES_NOT_KEPT = 0.15

async function open(life: Life): Promise<Opened | undefined> {
  const { agent, reference, random } = life
  const { amount, currency } = drawAmount(random)
  const token_id = await keepCard(life, currency)
  if (!token_id) return undefined
  const input = { token_id, amount, currency, order_reference: reference }
  const task_id = await taskFor(agent, "recurrent_charge", input, reference)
  if (!task_id) return undefined
  const charged = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  const { payment_id, shop_order_id } = charged?.artifacts ?? {}
  if (!payment_id) return undefined
  const isPaid = charged?.state === "completed"
  return {
    ...{ payment_id, amount, currency, origin: "agent", is_reserved: false, task_id },
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async () => (isPaid ? orderNumbered(shop_order_id) : undefined),
  }
}

/** The id of a card the shopper has agreed to keep; undefined when they did not, or the bank never asked them. */
async function keepCard({ agent, reference, random }: Life, currency: string): Promise<string | undefined> {
  const input = { customer_reference: `shopper of ${reference}`, currency }
  const task_id = await taskFor(agent, "tokenize_card", input, `${reference}-card`)
  if (!task_id) return undefined
  const asked = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const page = asked?.artifacts.sca_redirect_url
  const action = random.chance(SOMETIMES_NOT_KEPT) ? "decline" : "approve"
  if (!page) return undefined
  await prove(page, action).catch(() => undefined)
  const kept = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  return kept?.state === "completed" ? kept.artifacts.card?.token_id : undefined
}
