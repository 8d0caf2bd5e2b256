import { world } from "../../../integration-tests/support/world"
import { endOf, taskFor } from "../agent-task"
import { drawAmount } from "../amounts"
import type { Purchase, Opened, Opening } from "../purchase"
import { approveAtBank, declineAtBank } from "../page-at-bank"
import { orderNumbered } from "./agent"

/** Saves a card and returns its id; undefined when the customer does not agree, or the bank does not save it. */
export type SaveCard = (
  purchase: Purchase,
  charge: Charge,
  terms?: { max_amount: number; max_per_month: number }
) => Promise<string | undefined>

const traits = { origin: "agent", is_manual_capture: false, has_page: false } as const

/** An agent saves a card, and charges it without the customer. */
export const chargeOf = (name: string, saveCard: SaveCard): Opening => ({
  name,
  weight: 2,
  traits,
  plan(random, { endings }) {
    const { amount, currency } = drawAmount(random, endings)
    const is_rejected = random.chance(REJECTED_PART)
    const open = async (purchase: Purchase) => {
      const charge = { amount, currency, is_rejected }
      const token_id = await saveCard(purchase, charge)
      return token_id ? chargeCard(purchase, token_id, charge) : undefined
    }
    return { amount, currency, is_rejected, open }
  },
})

/** The charges of a card whose mandate allows two in a month, requested at once after the first one. */
const FURTHER_CHARGES = 3

/** An agent saves a card with a mandate for two charges, and charges it more often than that. */
export const chargeBeyondMandateOf = (name: string, saveCard: SaveCard): Opening => ({
  name,
  weight: 2,
  traits,
  plan(random, { endings }) {
    const { amount, currency } = drawAmount(random, endings)
    const charge = { amount, currency, is_rejected: false }
    return { amount, currency, open: (purchase) => openAtLimit(purchase, charge, saveCard) }
  },
})

async function openAtLimit(
  purchase: Purchase,
  charge: Charge,
  saveCard: SaveCard
): Promise<Opened | undefined> {
  const { amount, currency } = charge
  const { agent, reference, runLog } = purchase
  const max_per_month = 2 * amount
  const token_id = await saveCard(purchase, charge, { max_amount: amount, max_per_month })
  if (!token_id) return undefined
  runLog.mandates.push({ token_id, max_per_month })
  const opened = await chargeCard(purchase, token_id, charge)
  const further = Array.from({ length: FURTHER_CHARGES }, async (_, index) => {
    const name = `${reference}-${index + 2}`
    runLog.stories.push({ name, known_as: [name], amount, currency, order_total: amount, expects: "either" })
    const task_id = await taskFor(
      agent,
      "recurrent_charge",
      { token_id, amount, currency, order_reference: name },
      name
    )
    const task = task_id && (await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS))
    runLog.count(`further charge: ${task ? task.state : task_id ? "open" : "refused"}`)
  })
  await Promise.all(further)
  return opened
}

const GIVES_UP_AFTER_SECONDS = 90
const REJECTED_PART = 0.15

/** The charge of a saved card. Amount in minor units. */
export interface Charge {
  readonly amount: number
  readonly currency: string
  /** Whether the customer does not agree to save the card. */
  readonly is_rejected: boolean
}

async function chargeCard(
  { agent, reference }: Purchase,
  token_id: string,
  { amount, currency }: Charge
): Promise<Opened | undefined> {
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

/** The card is saved on its own, on the bank's page. */
const saveOnItsOwn: SaveCard = async ({ agent, reference }, { currency, is_rejected }, terms) => {
  const input = { customer_reference: `shopper of ${reference}`, currency, ...(terms && { terms }) }
  const task_id = await taskFor(agent, "tokenize_card", input, `${reference}-card`)
  if (!task_id) return undefined
  const waiting = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const page = waiting?.artifacts.sca_redirect_url
  const act = is_rejected ? declineAtBank : approveAtBank
  if (!page) return undefined
  await act(page).catch(() => undefined)
  const saved = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  return saved?.state === "completed" ? saved.artifacts.card?.token_id : undefined
}

/** The card is saved on its own, and then charged. */
export const savedCard = chargeOf("saved card charged", saveOnItsOwn)

/** The same with a mandate, beyond which the agent charges it. */
export const savedCardAtLimit = chargeBeyondMandateOf("saved card charged beyond its mandate", saveOnItsOwn)
