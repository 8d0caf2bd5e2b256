import { endOf, taskFor } from "../agent-task"
import { approveAtBank } from "../page-at-bank"
import { chargeBeyondMandateOf, chargeOf, type SaveCard } from "./saved-card"

const GIVES_UP_AFTER_SECONDS = 90

/** The amount of the payment with which a card is saved, in minor units: the bank never fails at it. */
const FIRST_AMOUNT = 500

/** The card is saved with a payment, which is a purchase of its own. */
const saveWithPayment: SaveCard = async ({ agent, reference, runLog }, { currency, is_rejected }, terms) => {
  const name = `${reference}-first`
  const sum = { amount: FIRST_AMOUNT, currency }
  const expects = is_rejected ? "no charge" : "order"
  runLog.stories.push({ name, known_as: [name], ...sum, order_total: FIRST_AMOUNT, expects })
  const customer_reference = `shopper of ${reference}`
  const save_card = { usage: "recurring", customer_reference, ...(terms && { terms }) }
  const task_id = await taskFor(agent, "create_payment", { ...sum, order_reference: name, save_card }, name)
  if (!task_id) return undefined
  const waiting = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS, ({ artifacts }) =>
    Boolean(artifacts.sca_redirect_url)
  )
  const page = waiting?.artifacts.sca_redirect_url
  if (!page || is_rejected) return undefined
  await approveAtBank(page).catch(() => undefined)
  const paid = await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS)
  const token_id = paid?.artifacts.card?.token_id
  runLog.count(`card saved with a payment: ${token_id ? "reported" : "not reported"}`)
  return token_id
}

/** A card that is saved with a payment, and then charged. */
export const cardSavedWithPayment = chargeOf("card saved with a payment and charged", saveWithPayment)

/** The same with a mandate, beyond which the agent charges it. */
export const cardSavedWithPaymentAtLimit = chargeBeyondMandateOf(
  "card saved with a payment and charged beyond its mandate",
  saveWithPayment
)
