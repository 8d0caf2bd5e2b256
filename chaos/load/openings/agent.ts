import { decide } from "../../../integration-tests/support/approvals"
import { sql } from "../../../integration-tests/support/database"
import { world } from "../../../integration-tests/support/world"
import type { Random } from "../../random"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Goods } from "../goods"
import type { Purchase, Opened, Opening, Plan } from "../purchase"
import { withRetries } from "../retry"
import { APPROVAL_ABOVE } from "../people"

interface Terms {
  readonly capture?: "manual"
  readonly saves_card?: boolean
  readonly method?: "bizum"
}

const COPIES = [1, 1, 1, 2, 3]
const GIVES_UP_AFTER_SECONDS = 90
const traits = { origin: "agent", is_manual_capture: false, has_page: true } as const

/** An agent creates a payment that is captured immediately. */
export const agentSale: Opening = {
  name: "agent sale",
  weight: 5,
  traits,
  plan: (random, goods) => planOf(random, goods, {}),
}

/** The same, and the card is saved for later charges. */
export const agentSaleSavingCard: Opening = {
  name: "agent sale that saves the card",
  weight: 1,
  traits,
  plan: (random, goods) => planOf(random, goods, { saves_card: true }),
}

/** An agent creates a payment that is only authorized. */
export const agentAuthorization: Opening = {
  name: "agent authorization",
  weight: 3,
  traits: { ...traits, is_manual_capture: true },
  plan: (random, goods) => planOf(random, goods, { capture: "manual" }),
}

const REJECTED_PART = 0.2

/** An agent creates a payment above its limit, and the merchant approves or rejects it. */
export const agentSaleToApprove: Opening = {
  name: "agent sale that the merchant must approve",
  weight: 2,
  traits,
  plan(random, { endings }) {
    const { amount, currency } = { ...drawAmount(random, endings), currency: "EUR" }
    const is_rejected = amount > APPROVAL_ABOVE && random.chance(REJECTED_PART)
    const decision = is_rejected ? "refuse" : "approve"
    const open = async (purchase: Purchase) => {
      const ofLimited = { ...purchase, agent: purchase.limited }
      return openAt(ofLimited, { amount, currency }, {}, (task_id) =>
        decideOn(purchase, amount, decision, task_id)
      )
    }
    return { amount, currency, is_rejected, open }
  },
}

/** An agent creates a payment by Bizum. */
export const agentSaleByBizum: Opening = {
  name: "agent sale by Bizum",
  weight: 3,
  traits,
  plan(random, { endings }) {
    const sum = { ...drawAmount(random, endings), currency: "EUR" }
    return { ...sum, open: (purchase) => openAt(purchase, sum, { method: "bizum" }) }
  },
}

function planOf(random: Random, { endings }: Goods, terms: Terms): Plan {
  const sum = drawAmount(random, endings)
  return { ...sum, open: (purchase) => openAt(purchase, sum, terms) }
}

interface Sum {
  readonly amount: number
  readonly currency: string
}

async function openAt(
  purchase: Purchase,
  { amount, currency }: Sum,
  { capture, saves_card, method }: Terms,
  afterRequest: (task_id: string) => Promise<void> = async () => {}
): Promise<Opened | undefined> {
  const { agent, reference } = purchase
  const save_card = { customer_reference: `shopper of ${reference}`, usage: "recurring" }
  const task_id = await createPayment(purchase, {
    amount,
    currency,
    order_reference: reference,
    ...(capture && { capture }),
    ...(method && { method }),
    ...(saves_card && { save_card }),
  })
  await afterRequest(task_id)
  const waiting = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const { payment_id, sca_redirect_url: page, shop_order_id } = waiting?.artifacts ?? {}
  if (!payment_id || !page) return undefined
  return {
    payment_id,
    page,
    amount,
    currency,
    task_id,
    agent,
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async (seconds) => {
      const settled = await endOf(agent, task_id, seconds)
      return settled?.state === "completed" ? orderNumbered(settled.artifacts.shop_order_id) : undefined
    },
  }
}

/**
 * The merchant decides on the payment, unless the store was killed before it requested the approval: then the task fails
 * after two minutes. The approval is recorded before the request, whose response may be lost.
 */
async function decideOn(
  { limited, runLog, reference }: Purchase,
  amount: number,
  decision: "approve" | "refuse",
  task_id: string
) {
  if (amount <= APPROVAL_ABOVE) return
  const waiting = await endOf(
    limited,
    task_id,
    GIVES_UP_AFTER_SECONDS,
    ({ state }) => state === "input-required"
  )
  const [approval] = await sql<{ id: string }>(
    "select id from gw_approval where client_id = $1 and order_reference = $2",
    [limited.client_id, reference]
  )
  if (!approval) {
    if (waiting?.state === "input-required") runLog.surprises.push(`${reference} has no approval request`)
    return
  }
  if (decision === "approve") runLog.approvals.push({ id: approval.id, amount })
  await withRetries(async () => {
    const { ok, status } = await decide(approval.id, decision)
    if (!ok && status >= 500) throw new Error(`the decision responded with ${status}`)
  })
  runLog.count(`merchant: ${decision}`)
}

/** Creates a payment, with one or several concurrent requests with one key. Returns its task. */
async function createPayment({ agent, reference, random, runLog }: Purchase, input: object): Promise<string> {
  const copies = Array.from({ length: random.pick(COPIES) }, () =>
    taskFor(agent, "create_payment", input, reference)
  )
  const tasks = new Set(await Promise.all(copies))
  if (tasks.size > 1)
    runLog.surprises.push(`${reference}: one idempotency key has the tasks ${[...tasks].join(", ")}`)
  return String([...tasks][0])
}

/** The id of the order with this display id, if there is one. */
export async function orderNumbered(display_id: number | undefined): Promise<string | undefined> {
  const rows = await sql<{ id: string }>(`select id from "order" where display_id = $1`, [display_id ?? 0])
  return rows[0]?.id
}
