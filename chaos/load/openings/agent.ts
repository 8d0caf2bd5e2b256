import { sql } from "../../../integration-tests/support/database"
import { world } from "../../../integration-tests/support/world"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Life, Opened, Opening } from "../life"

interface Terms {
  readonly capture?: "manual"
  readonly save_card?: { readonly customer_reference: string; readonly usage: "recurring" }
}

const COPIES = [1, 1, 1, 2, 3]
const GIVES_UP_AFTER_SECONDS = 90

/** An agent asks for a payment that is taken at once. */
export const agentSale: Opening = { name: "agent sale", weight: 5, open: (life) => open(life, {}) }

/** The same, and the shopper's card is kept for later. */
export const agentSaleKeepingCard: Opening = {
  name: "agent sale that keeps the card",
  weight: 1,
  open: (life) =>
    open(life, { save_card: { customer_reference: `shopper of ${life.reference}`, usage: "recurring" } }),
}

/** An agent asks for a payment that is reserved. */
export const agentReserve: Opening = {
  name: "agent reserve",
  weight: 3,
  open: (life) => open(life, { capture: "manual" }),
}

async function open(life: Life, terms: Terms): Promise<Opened | undefined> {
  const { agent, reference, random } = life
  const { amount, currency } = drawAmount(random)
  const task_id = await ask(life, { amount, currency, order_reference: reference, ...terms })
  const asked = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const { payment_id, sca_redirect_url: page, shop_order_id } = asked?.artifacts ?? {}
  if (!payment_id || !page) return undefined
  return {
    ...{
      payment_id,
      page,
      amount,
      currency,
      origin: "agent",
      is_reserved: terms.capture === "manual",
      task_id,
    },
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async (seconds) => {
      const settled = await endOf(agent, task_id, seconds)
      return settled?.state === "completed" ? orderNumbered(settled.artifacts.shop_order_id) : undefined
    },
  }
}

/** The task behind the key, the same however often it is asked for at once. */
async function ask({ agent, reference, random, diary }: Life, input: object): Promise<string> {
  const copies = Array.from({ length: random.pick(COPIES) }, () =>
    taskFor(agent, "create_payment", input, reference)
  )
  const tasks = new Set(await Promise.all(copies))
  if (tasks.size > 1)
    diary.surprises.push(`${reference}: one idempotency key has the tasks ${[...tasks].join(", ")}`)
  return String([...tasks][0])
}

/** The id of the order with this number, when there is one. */
export async function orderNumbered(display_id: number | undefined): Promise<string | undefined> {
  const rows = await sql<{ id: string }>(`select id from "order" where display_id = $1`, [display_id ?? 0])
  return rows[0]?.id
}
