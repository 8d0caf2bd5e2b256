import { prove } from "../../../integration-tests/support/shopper"
import { world } from "../../../integration-tests/support/world"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Life, Opened, Opening } from "../life"
import { pageAtBank } from "../page-at-bank"
import { orderNumbered } from "./agent"

/** An agent has a card kept, and charges it without the shopper. */
export const savedCard: Opening = {
  name: "kept card charged",
  weight: 2,
  traits: { origin: "agent", is_reserved: false, has_page: false },
  plan(random) {
    const { amount, currency } = drawAmount(random)
    const is_refused = random.chance(SOMETIMES_NOT_KEPT)
    const open = (life: Life) => openAt(life, { amount, currency, is_refused })
    return { amount, currency, is_refused, open }
  },
}

const GIVES_UP_AFTER_SECONDS = 90
const SOMETIMES_NOT_KEPT = 0.15

interface Charge {
  readonly amount: number
  readonly currency: string
  /** Whether the shopper does not let the card be kept. */
  readonly is_refused: boolean
}

async function openAt(life: Life, { amount, currency, is_refused }: Charge): Promise<Opened | undefined> {
  const { agent, reference } = life
  const token_id = await keepCard(life, currency, is_refused)
  if (!token_id) return undefined
  const input = { token_id, amount, currency, order_reference: reference }
  const task_id = await taskFor(agent, "recurrent_charge", input, reference)
  if (!task_id) return undefined
  const charged = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  const { payment_id, shop_order_id } = charged?.artifacts ?? {}
  if (!payment_id) return undefined
  const isPaid = charged?.state === "completed"
  return {
    ...{ payment_id, amount, currency, task_id },
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async () => (isPaid ? orderNumbered(shop_order_id) : undefined),
  }
}

/** The id of a card the shopper has agreed to keep; undefined when they did not, or the bank never asked them. */
async function keepCard(
  { agent, reference }: Life,
  currency: string,
  is_refused: boolean
): Promise<string | undefined> {
  const input = { customer_reference: `shopper of ${reference}`, currency }
  const task_id = await taskFor(agent, "tokenize_card", input, `${reference}-card`)
  if (!task_id) return undefined
  const asked = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const page = asked?.artifacts.sca_redirect_url
  const action = is_refused ? "decline" : "approve"
  if (!page) return undefined
  await pageAtBank(page)
    .then((own) => prove(own, action))
    .catch(() => undefined)
  const kept = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  return kept?.state === "completed" ? kept.artifacts.card?.token_id : undefined
}
