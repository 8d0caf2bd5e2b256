import type { Story } from "../audit/story"
import type { ChaosMode } from "../modes/chaos-mode"
import { isNeverPaid } from "./amounts"
import type { Choice, Random } from "../random"
import type { Goods } from "./goods"
import type { Action, Opening, Purchase, Plan, Traits } from "./purchase"
import type { Shopper } from "./shoppers"

/** How a purchase starts, who pays, and what others do while it is unpaid and afterwards. */
export interface Course {
  readonly opening: Opening
  readonly shopper: Shopper
  readonly meanwhile: Action
  readonly afterwards: Action
}

type Select = <T extends Choice>(choices: readonly T[]) => T

const courseOf = (mode: ChaosMode, opening: Opening, select: Select): Course => ({
  opening,
  shopper: select(fitting(mode.shoppers, opening.traits)),
  meanwhile: select(fitting(mode.while_open, opening.traits)),
  afterwards: select(fitting(mode.afterwards, opening.traits)),
})

/** A random course of this mode. */
export const drawCourse = (mode: ChaosMode, random: Random): Course =>
  courseOf(mode, random.draw(mode.openings), (choices) => random.draw(choices))

/** A course without planned failures. With `currency`, its payment is in this currency. */
export type UndisturbedCourse = Course & { readonly currency?: string }

/**
 * A course of each opening and of each later action, with a customer who approves, one whose customer declines, and one
 * in yen.
 */
export function undisturbedCourses(mode: ChaosMode): readonly UndisturbedCourse[] {
  const first = courseOf(mode, firstOf(mode.openings), firstOf)
  return [
    ...mode.openings.map((opening) => courseOf(mode, opening, firstOf)),
    ...mode.afterwards.map((afterwards) => ({ ...firstCourseThatFits(mode, afterwards), afterwards })),
    { ...first, shopper: mode.declines },
    { ...first, currency: "JPY" },
  ]
}

function firstCourseThatFits(mode: ChaosMode, { fits }: Action): Course {
  return courseOf(mode, firstOf(mode.openings.filter(({ traits }) => fits?.(traits) ?? true)), firstOf)
}

function firstOf<T>(choices: readonly T[]): T {
  const [first] = choices
  if (first === undefined) throw new Error("Cannot select from an empty list.")
  return first
}

/** Runs one purchase, from the request to the last refund. Its course, its number and the seed determine every step. */
export async function live(
  purchase: Omit<Purchase, "setOrderTotal" | "setAmount">,
  { opening, shopper, meanwhile, afterwards }: Course,
  goods: Goods
): Promise<void> {
  const { random, runLog, reference: name, known_as } = purchase
  const plan = opening.plan(random.fork("plan"), goods)
  const { amount, currency } = plan
  const expects = expectationOf(plan, shopper, meanwhile, goods)
  const { is_undisturbed } = runLog
  const story = { name, known_as, amount, currency, order_total: amount, expects, is_undisturbed }
  runLog.stories.push(story)
  const setOrderTotal = (total: number) => void (story.order_total = total)
  const setAmount = (total: number) => void Object.assign(story, { amount: total, order_total: total })
  const opened = await plan.open({ ...purchase, setOrderTotal, setAmount })
  runLog.count(opened ? opening.name : `${opening.name}: not opened`)
  if (!opened) return
  known_as.push(opened.payment_id)
  for (const [role, action] of Object.entries({ shopper, meanwhile, afterwards }))
    runLog.count(`${role}: ${action.name}`)
  const { agent = purchase.agent } = opened
  const as = (role: string): Purchase => ({
    ...purchase,
    agent,
    setOrderTotal,
    setAmount,
    random: random.fork(role),
  })
  const [paid] = await Promise.all([
    shopper.pay(as("shopper"), opened),
    meanwhile.run(as("meanwhile"), opened),
  ])
  if (!shopper.ends_purchase) await afterwards.run(as("afterwards"), paid)
}

function fitting<T extends { fits?(traits: Traits): boolean }>(choices: readonly T[], traits: Traits): T[] {
  return choices.filter(({ fits }) => fits?.(traits) ?? true)
}

/** The expected result, given the actions of the customer, the bank and the others. */
function expectationOf(
  { amount, is_rejected }: Plan,
  shopper: Shopper,
  meanwhile: Action,
  { endings }: Goods
): Story["expects"] {
  if (is_rejected || isNeverPaid(amount, endings) || shopper.does_not_pay) return "no charge"
  return meanwhile.may_prevent_order || shopper.may_prevent_order ? "either" : "order"
}
