import type { Check } from "../check"
import { minorOf } from "../money"

/** Amount, currency and intent are the same at the bank, in the plugin, and in all records of Medusa. */
export const sameTerms: Check = {
  name: "same-terms",
  kind: "difference",
  find({ ours, bank, session, records }) {
    if (!ours) return []
    const difference = (record: string, decimal: string, currency: string) => {
      const amount = minorOf(decimal, currency)
      const same = amount === ours.amount && currency.toUpperCase() === ours.currency
      return (
        !same &&
        `${record} has ${decimal} ${currency}, the plugin has ${ours.amount} minor units of ${ours.currency}`
      )
    }
    return [
      bank &&
        (bank.amount !== ours.amount || bank.currency !== ours.currency || bank.intent !== ours.intent) &&
        `the bank has a ${bank.intent} of ${bank.amount} ${bank.currency}, the plugin a ${ours.intent} of ${ours.amount} ${ours.currency}`,
      bank &&
        ours.bank_payment_id !== bank.id &&
        `has the id ${bank.id} at the bank, and ${ours.bank_payment_id} in the plugin`,
      session && difference("Medusa's session", session.amount, session.currency_code),
      ...records.map((record) => difference("Medusa's payment", record.amount, record.currency_code)),
      ...records.map(
        ({ collection }) =>
          collection && difference("Medusa's collection", collection.amount, collection.currency_code)
      ),
    ]
  },
}
