import type { Goods } from "../load/goods"
import type { Opening, Plan } from "../load/purchase"
import type { Random } from "../random"
import { inExactCurrency } from "./exact-currency"

/** The same way to start a payment, with another amount if Medusa's Stripe module may round it otherwise than the run. */
export function exactAtStripe(opening: Opening): Opening {
  const exact = inExactCurrency(opening)
  return { ...exact, plan: (random, goods) => plan(exact, random, goods) }
}

function plan(opening: Opening, random: Random, goods: Goods): Plan {
  for (;;) {
    const drawn = opening.plan(random, goods)
    if (!drawn.has_half) return drawn
  }
}
