import { AFTERWARDS } from "./acts/afterwards"
import { WHILE_OPEN } from "./acts/while-open"
import type { Life } from "./life"
import { OPENINGS } from "./openings"
import { SHOPPERS } from "./shoppers"

/** The life of one payment, from the request to the last refund, as its number and the seed decide. */
export async function live(life: Life): Promise<void> {
  const { random, diary } = life
  const opening = random.draw(OPENINGS)
  const opened = await opening.open(life)
  diary.count(opened ? opening.name : `${opening.name}: not opened`)
  if (!opened) return
  const fitting = <T extends { fits?(payment: typeof opened): boolean }>(choices: readonly T[]) =>
    choices.filter(({ fits }) => fits?.(opened) ?? true)
  const shopper = random.draw(fitting(SHOPPERS))
  const meanwhile = random.draw(fitting(WHILE_OPEN))
  const afterwards = random.draw(fitting(AFTERWARDS))
  for (const [who, { name }] of Object.entries({ shopper, meanwhile, afterwards }))
    diary.count(`${who}: ${name}`)
  const as = (role: string): Life => ({ ...life, random: random.fork(role) })
  const [paid] = await Promise.all([
    shopper.pay(as("shopper"), opened),
    meanwhile.run(as("meanwhile"), opened),
  ])
  await afterwards.run(as("afterwards"), paid)
}
