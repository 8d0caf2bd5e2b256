import type { Story } from "../audit/story"
import { AFTERWARDS } from "./acts/afterwards"
import { WHILE_OPEN } from "./acts/while-open"
import type { Goods } from "./goods"
import type { Action, Purchase, Plan, Traits } from "./purchase"
import { OPENINGS } from "./openings"
import { type Shopper, SHOPPERS } from "./shoppers"

/** Runs one purchase, from the request to the last refund. Its number and the seed determine every step. */
export async function live(purchase: Omit<Purchase, "setOrderTotal">, goods: Goods): Promise<void> {
  const { random, runLog, reference: name, known_as } = purchase
  const opening = random.draw(OPENINGS)
  const { traits } = opening
  const plan = opening.plan(random.fork("plan"), goods)
  const shopper = random.draw(fitting(SHOPPERS, traits))
  const meanwhile = random.draw(fitting(WHILE_OPEN, traits))
  const afterwards = random.draw(fitting(AFTERWARDS, traits))
  const { amount, currency } = plan
  const expects = expectationOf(plan, shopper, meanwhile)
  const story = { name, known_as, amount, currency, order_total: amount, expects }
  runLog.stories.push(story)
  const setOrderTotal = (total: number) => void (story.order_total = total)
  const opened = await plan.open({ ...purchase, setOrderTotal })
  runLog.count(opened ? opening.name : `${opening.name}: not opened`)
  if (!opened) return
  known_as.push(opened.payment_id)
  for (const [role, action] of Object.entries({ shopper, meanwhile, afterwards }))
    runLog.count(`${role}: ${action.name}`)
  const { agent = purchase.agent } = opened
  const as = (role: string): Purchase => ({ ...purchase, agent, setOrderTotal, random: random.fork(role) })
  const [paid] = await Promise.all([
    shopper.pay(as("shopper"), opened),
    meanwhile.run(as("meanwhile"), opened),
  ])
  await afterwards.run(as("afterwards"), paid)
}

const fitting = <T extends { fits?(traits: Traits): boolean }>(choices: readonly T[], traits: Traits) =>
  choices.filter(({ fits }) => fits?.(traits) ?? true)

/** The last two digits of amounts that the bank simulator declines (docs/simulator.md). */
const DECLINED_ENDING = 51

/** The expected result, given the actions of the customer, the bank and the others. */
function expectationOf({ amount, is_rejected }: Plan, shopper: Shopper, meanwhile: Action): Story["expects"] {
  const isDeclined = amount > 0 && amount % 100 === DECLINED_ENDING
  if (is_rejected || isDeclined || shopper.does_not_pay) return "no charge"
  return meanwhile.may_prevent_order ? "either" : "order"
}
