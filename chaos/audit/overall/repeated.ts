import { type BankPayment, hasFailed } from "../bank"
import type { OverallCheck } from "./overall"

/** Of equal purchases that were begun at the same time, at most one is charged. */
export const boughtOnce: OverallCheck = {
  name: "bought-once",
  kind: "duplicate",
  find: ({ repeated }, dossiers) =>
    repeated.flatMap((checkouts) => {
      const charged = dossiers.filter(
        ({ ours, bank }) => bank && !hasFailed(bank) && checkouts.some((id) => ours?.description.endsWith(id))
      )
      return charged.length > 1
        ? [
            {
              about: checkouts.join(" and "),
              message: `are charged as ${charged.map(({ name }) => name).join(", ")}`,
            },
          ]
        : []
    }),
}

/** The charges of a saved card are within what its customer allowed in a month. */
export const withinMandate: OverallCheck = {
  name: "within-mandate",
  kind: "difference",
  find: ({ mandates }, dossiers) =>
    mandates.flatMap(({ token_id, max_per_month }) => {
      const charges = dossiers.flatMap(({ ours, bank }) =>
        bank && ours?.card_token_id === token_id ? [bank] : []
      )
      const charged = charges.filter(isCharged).reduce((sum, { amount }) => sum + amount, 0)
      return charged > max_per_month
        ? [{ about: token_id, message: `allows ${max_per_month} in a month, and was charged ${charged}` }]
        : []
    }),
}

const isCharged = (payment: BankPayment) => !hasFailed(payment) && payment.status !== "voided"
