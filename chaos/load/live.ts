import type { Story } from "../audit/story"
import type { BankMode } from "../banks/bank-mode"
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

const courseOf = (bank: BankMode, opening: Opening, select: Select): Course => ({
  opening,
  shopper: select(fitting(bank.shoppers, opening.traits)),
  meanwhile: select(fitting(bank.while_open, opening.traits)),
  afterwards: select(fitting(bank.afterwards, opening.traits)),
})

/** A random course at this bank. */
export const drawCourse = (bank: BankMode, random: Random): Course =>
  courseOf(bank, random.draw(bank.openings), (choices) => random.draw(choices))

/** A course without planned failures. With `currency`, its payment is in this currency. */
export type UndisturbedCourse = Course & { readonly currency?: string }

/**
 * A course of each opening and of each later action, with a customer who approves, one whose customer declines, and one
 * in yen.
 */
export function undisturbedCourses(bank: BankMode): readonly UndisturbedCourse[] {
  const first = courseOf(bank, firstOf(bank.openings), firstOf)
  return [
    ...bank.openings.map((opening) => courseOf(bank, opening, firstOf)),
    ...bank.afterwards.map((afterwards) => ({ ...firstCourseThatFits(bank, afterwards), afterwards })),
    { ...first, shopper: bank.declines },
    { ...first, currency: "JPY" },
  ]
}

function firstCourseThatFits(bank: BankMode, { fits }: Action): Course {
  return courseOf(bank, firstOf(bank.openings.filter(({ traits }) => fits?.(traits) ?? true)), firstOf)
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
  const expects = expectationOf(plan, shopper, meanwhile, goods)
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

/** The expected result, given the actions of the customer, the bank and the others. */
function expectationOf(
  { amount, is_rejected }: Plan,
  shopper: Shopper,
  meanwhile: Action,
  { endings }: Goods
): Story["expects"] {
  if (is_rejected || isNeverPaid(amount, endings) || shopper.does_not_pay) return "no charge"
  return meanwhile.may_prevent_order ? "either" : "order"
}
