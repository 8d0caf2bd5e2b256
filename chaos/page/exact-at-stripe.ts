import type { Opening, Plan } from "../load/purchase"

/** Stripe takes only amounts that end in zero in it. */
const INEXACT_CURRENCY = "KWD"

/** The same way to start a payment, in another currency if Stripe might not charge exactly the amount. */
export const inExactCurrency = (opening: Opening): Opening =>
  drawnUntil(opening, ({ currency }) => currency !== INEXACT_CURRENCY)

/** The same, also with another amount if Medusa's Stripe module may round it otherwise than the run. */
export const exactAtStripe = (opening: Opening): Opening =>
  drawnUntil(inExactCurrency(opening), ({ has_half }) => !has_half)

function drawnUntil(opening: Opening, isExact: (plan: Plan) => boolean): Opening {
  const plan: Opening["plan"] = (random, goods) => {
    for (;;) {
      const drawn = opening.plan(random, goods)
      if (isExact(drawn)) return drawn
    }
  }
  return { ...opening, plan }
}
