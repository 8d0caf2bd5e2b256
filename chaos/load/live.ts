import type { Story } from "../audit/story"
import { AFTERWARDS } from "./acts/afterwards"
import { WHILE_OPEN } from "./acts/while-open"
import type { Goods } from "./goods"
import type { Act, Life, Plan, Traits } from "./life"
import { OPENINGS } from "./openings"
import { type Shopper, SHOPPERS } from "./shoppers"

/** The life of one payment, from the request to the last refund, as its number and the seed decide. */
export async function live(life: Omit<Life, "orderComesTo">, goods: Goods): Promise<void> {
  const { random, diary, reference: name, known_as } = life
  const opening = random.draw(OPENINGS)
  const { traits } = opening
  const plan = opening.plan(random.fork("plan"), goods)
  const shopper = random.draw(fitting(SHOPPERS, traits))
  const meanwhile = random.draw(fitting(WHILE_OPEN, traits))
  const afterwards = random.draw(fitting(AFTERWARDS, traits))
  const { amount, currency } = plan
  const expects = expectationOf(plan, shopper, meanwhile)
  const story = { name, known_as, amount, currency, order_total: amount, expects }
  diary.stories.push(story)
  const orderComesTo = (total: number) => void (story.order_total = total)
  const opened = await plan.open({ ...life, orderComesTo })
  diary.count(opened ? opening.name : `${opening.name}: not opened`)
  if (!opened) return
  known_as.push(opened.payment_id)
  for (const [who, act] of Object.entries({ shopper, meanwhile, afterwards }))
    diary.count(`${who}: ${act.name}`)
  const as = (role: string): Life => ({ ...life, orderComesTo, random: random.fork(role) })
  const [paid] = await Promise.all([
    shopper.pay(as("shopper"), opened),
    meanwhile.run(as("meanwhile"), opened),
  ])
  await afterwards.run(as("afterwards"), paid)
}

const fitting = <T extends { fits?(traits: Traits): boolean }>(choices: readonly T[], traits: Traits) =>
  choices.filter(({ fits }) => fits?.(traits) ?? true)

/** The ending of amounts that the bank of the run declines (docs/simulator.md). */
const DECLINED = 51

/** What must become of it, as the shopper, the bank and the others will act. */
function expectationOf({ amount, is_refused }: Plan, shopper: Shopper, meanwhile: Act): Story["expects"] {
  const isDeclined = amount > 0 && amount % 100 === DECLINED
  if (is_refused || isDeclined || shopper.does_not_pay) return "no charge"
  return meanwhile.hinders ? "either" : "order"
}
