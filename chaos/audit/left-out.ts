import type { ModeName } from "./mode-name"

const NO_REFERENCES =
  "Redsys keeps no reference of a capture or refund; requested-once and reported-done compare amounts"

const UNKNOWN_REFERENCES =
  "Stripe does not know the plugin's references; requested-once and reported-done compare amounts"
const NO_CARDS = "the run charges no saved cards at another provider than the bank"

const AT_STRIPE = {
  "disputes-recorded": "Medusa reports no disputes of other providers",
  "events-processed": "Medusa processes the events of other providers",
  "movement-task": UNKNOWN_REFERENCES,
  "refunds-approved": UNKNOWN_REFERENCES,
  "cards-agree": NO_CARDS,
  "cards-once": NO_CARDS,
  "cards-end": NO_CARDS,
  "within-mandate": NO_CARDS,
}

/** The checks that are not possible in a mode, with the reason. */
export const CHECKS_LEFT_OUT: Readonly<Record<ModeName, Readonly<Record<string, string>>>> = {
  gwb: {},
  redsys: {
    "disputes-recorded": "Redsys reports no disputes",
    "movement-task": NO_REFERENCES,
    "refunds-approved": NO_REFERENCES,
  },
  page: AT_STRIPE,
  storefront: AT_STRIPE,
}
