import { prove } from "../../../integration-tests/support/shopper"
import { world } from "../../../integration-tests/support/world"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Life, Opened, Opening } from "../life"
import { pageAtBank } from "../page-at-bank"
import { orderNumbered } from "./agent"

/** An agent saves a card, and charges it without the customer. */
export const savedCard: Opening = {
  name: "saved card charged",
  weight: 2,
  traits: { origin: "agent", is_manual_capture: false, has_page: false },
  plan(random) {
    const { amount, currency } = drawAmount(random)
    const is_rejected = random.chance(REJECTED_PART)
    const open = (life: Life) => openAt(life, { amount, currency, is_rejected })
    return { amount, currency, is_rejected, open }
  },
}

const GIVES_UP_AFTER_SECONDS = 90
const REJECTED_PART = 0.15

interface Charge {
  readonly amount: number
  readonly currency: string
  /** Whether the customer does not agree to save the card. */
  readonly is_rejected: boolean
}

async function openAt(life: Life, { amount, currency, is_rejected }: Charge): Promise<Opened | undefined> {
  const { agent, reference } = life
  const token_id = await saveCard(life, currency, is_rejected)
  if (!token_id) return undefined
  const input = { token_id, amount, currency, order_reference: reference }
  const task_id = await taskFor(agent, "recurrent_charge", input, reference)
  if (!task_id) return undefined
  const charged = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  const { payment_id, shop_order_id } = charged?.artifacts ?? {}
  if (!payment_id) return undefined
  const isPaid = charged?.state === "completed"
  return {
    payment_id,
    amount,
    currency,
    task_id,
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async () => (isPaid ? orderNumbered(shop_order_id) : undefined),
  }
}

/** Saves a card and returns its id; undefined when the customer does not agree, or is never redirected to the bank. */
async function saveCard(
  { agent, reference }: Life,
  currency: string,
  is_rejected: boolean
): Promise<string | undefined> {
  const input = { customer_reference: `shopper of ${reference}`, currency }
  const task_id = await taskFor(agent, "tokenize_card", input, `${reference}-card`)
  if (!task_id) return undefined
  const waiting = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const page = waiting?.artifacts.sca_redirect_url
  const action = is_rejected ? "decline" : "approve"
  if (!page) return undefined
  await pageAtBank(page)
    .then((own) => prove(own, action))
    .catch(() => undefined)
  const saved = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  return saved?.state === "completed" ? saved.artifacts.card?.token_id : undefined
}
