import type { Story } from "../audit/story"
import { AFTERWARDS } from "./acts/afterwards"
import { WHILE_OPEN } from "./acts/while-open"
import type { Choice, Random } from "../random"
import type { Goods } from "./goods"
import type { Action, Opening, Purchase, Plan, Traits } from "./purchase"
import { OPENINGS } from "./openings"
import { agentSale } from "./openings/agent"
import { DECLINES, type Shopper, SHOPPERS } from "./shoppers"

/** How a purchase starts, who pays, and what others do while it is unpaid and afterwards. */
export interface Course {
  readonly opening: Opening
  readonly shopper: Shopper
  readonly meanwhile: Action
  readonly afterwards: Action
}

const courseOf = (opening: Opening, select: <T extends Choice>(choices: readonly T[]) => T): Course => ({
  opening,
  shopper: select(fitting(SHOPPERS, opening.traits)),
  meanwhile: select(fitting(WHILE_OPEN, opening.traits)),
  afterwards: select(fitting(AFTERWARDS, opening.traits)),
})

/** A random course. */
export const drawCourse = (random: Random): Course =>
  courseOf(random.draw(OPENINGS), (choices) => random.draw(choices))

/**
 * A course of each opening and of each later action, with a customer who approves, one whose customer declines, and one
 * in yen.
 */
export const UNDISTURBED_COURSES: readonly (Course & { readonly currency?: string })[] = [
  ...OPENINGS.map((opening) => courseOf(opening, firstOf)),
  ...AFTERWARDS.map((afterwards) => ({ ...firstCourseThatFits(afterwards), afterwards })),
  { ...courseOf(agentSale, firstOf), shopper: DECLINES },
  { ...courseOf(agentSale, firstOf), currency: "JPY" },
]

function firstCourseThatFits({ fits }: Action): Course {
  return courseOf(firstOf(OPENINGS.filter(({ traits }) => fits?.(traits) ?? true)), firstOf)
}

function firstOf<T>(choices: readonly T[]): T {
  const [first] = choices
  if (first === undefined) throw new Error("Cannot select from an empty list.")
  return first
}

/** Runs one purchase, from the request to the last refund. Its course, its number and the seed determine every step. */
export async function live(
  purchase: Omit<Purchase, "setOrderTotal">,
  { opening, shopper, meanwhile, afterwards }: Course,
  goods: Goods
): Promise<void> {
  const { random, runLog, reference: name, known_as } = purchase
  const plan = opening.plan(random.fork("plan"), goods)
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

function fitting<T extends { fits?(traits: Traits): boolean }>(choices: readonly T[], traits: Traits): T[] {
  return choices.filter(({ fits }) => fits?.(traits) ?? true)
}

/** The last two digits of amounts that the bank simulator declines (docs/simulator.md). */
const DECLINED_ENDING = 51

/** The expected result, given the actions of the customer, the bank and the others. */
function expectationOf({ amount, is_rejected }: Plan, shopper: Shopper, meanwhile: Action): Story["expects"] {
  const isDeclined = amount > 0 && amount % 100 === DECLINED_ENDING
  if (is_rejected || isDeclined || shopper.does_not_pay) return "no charge"
  return meanwhile.may_prevent_order ? "either" : "order"
}
