import type { Goods } from "../load/goods"
import type { Opening, Plan } from "../load/purchase"
import type { Random } from "../random"

/** Stripe takes only amounts that end in zero in it. */
const INEXACT_CURRENCY = "KWD"

/** The same way to start a payment, in another currency if Stripe might not charge exactly the amount. */
export const inExactCurrency = (opening: Opening): Opening => ({
  ...opening,
  plan: (random, goods) => plan(opening, random, goods),
})

function plan(opening: Opening, random: Random, goods: Goods): Plan {
  for (;;) {
    const drawn = opening.plan(random, goods)
    if (drawn.currency !== INEXACT_CURRENCY) return drawn
  }
}
