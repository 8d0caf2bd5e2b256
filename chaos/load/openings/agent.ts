import { decide } from "../../../integration-tests/support/approvals"
import { sql } from "../../../integration-tests/support/database"
import { world } from "../../../integration-tests/support/world"
import type { Random } from "../../random"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Life, Opened, Opening, Plan } from "../life"
import { patiently } from "../patience"
import { APPROVAL_ABOVE } from "../people"

interface Terms {
  readonly capture?: "manual"
  readonly keeps_card?: boolean
}

const COPIES = [1, 1, 1, 2, 3]
const GIVES_UP_AFTER_SECONDS = 90
const traits = { origin: "agent", is_reserved: false, has_page: true } as const

/** An agent asks for a payment that is taken at once. */
export const agentSale: Opening = {
  name: "agent sale",
  weight: 5,
  traits,
  plan: (random) => planOf(random, {}),
}

/** The same, and the shopper's card is kept for later. */
export const agentSaleKeepingCard: Opening = {
  name: "agent sale that keeps the card",
  weight: 1,
  traits,
  plan: (random) => planOf(random, { keeps_card: true }),
}

/** An agent asks for a payment that is reserved. */
export const agentReserve: Opening = {
  name: "agent reserve",
  weight: 3,
  traits: { ...traits, is_reserved: true },
  plan: (random) => planOf(random, { capture: "manual" }),
}

const REFUSED_PART = 0.2

/** An agent that may not spend so much asks all the same, and the merchant decides. */
export const agentSaleToApprove: Opening = {
  name: "agent sale that the merchant must approve",
  weight: 2,
  traits,
  plan(random) {
    const { amount, currency } = { ...drawAmount(random), currency: "EUR" }
    const is_refused = amount > APPROVAL_ABOVE && random.chance(REFUSED_PART)
    const decision = is_refused ? "refuse" : "approve"
    const open = async (life: Life) => {
      const ruled = { ...life, agent: life.ruled }
      return openAt(ruled, { amount, currency }, {}, () => decideOn(ruled, amount, decision))
    }
    return { amount, currency, is_refused, open }
  },
}

function planOf(random: Random, terms: Terms): Plan {
  const sum = drawAmount(random)
  return { ...sum, open: (life) => openAt(life, sum, terms) }
}

interface Sum {
  readonly amount: number
  readonly currency: string
}

async function openAt(
  life: Life,
  { amount, currency }: Sum,
  { capture, keeps_card }: Terms,
  onceAsked: () => Promise<void> = async () => {}
): Promise<Opened | undefined> {
  const { agent, reference } = life
  const save_card = { customer_reference: `shopper of ${reference}`, usage: "recurring" }
  const task_id = await ask(life, {
    ...{ amount, currency, order_reference: reference },
    ...(capture && { capture }),
    ...(keeps_card && { save_card }),
  })
  await onceAsked()
  const asked = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const { payment_id, sca_redirect_url: page, shop_order_id } = asked?.artifacts ?? {}
  if (!payment_id || !page) return undefined
  return {
    ...{ payment_id, page, amount, currency, task_id },
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async (seconds) => {
      const settled = await endOf(agent, task_id, seconds)
      return settled?.state === "completed" ? orderNumbered(settled.artifacts.shop_order_id) : undefined
    },
  }
}

/** The merchant decides on the payment that waits, once it does. What was approved is known before it is answered. */
async function decideOn({ ruled, diary, reference }: Life, amount: number, decision: "approve" | "refuse") {
  if (amount <= APPROVAL_ABOVE) return
  const waiting = await patiently(async () => {
    const [row] = await sql<{ id: string }>(
      "select id from gw_approval where client_id = $1 and order_reference = $2",
      [ruled.client_id, reference]
    )
    if (!row) throw new Error(`${reference} does not wait for the merchant`)
    return row
  })
  if (decision === "approve") diary.approvals.push({ id: waiting.id, amount })
  await patiently(async () => {
    const { ok, status } = await decide(waiting.id, decision)
    if (!ok && status >= 500) throw new Error(`the decision answered ${status}`)
  })
  diary.count(`merchant: ${decision}`)
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
